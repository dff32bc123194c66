import { expect } from 'vitest';
import type { ApiUnderTest } from './mirror-under-test.ts';

export interface PagesAsked {
  readonly path: string;
  readonly limit: number;
  /** What happens between two pages. */
  readonly between?: () => Promise<void>;
}

/** All pages of a listing, at the slot of the first. */
export async function pagesOf(api: ApiUnderTest, { path, limit, between }: PagesAsked) {
  const page = async (query: string) => {
    const { status, json } = await api.get(`${path}?limit=${limit}${query}`);
    expect(status).toBe(200);
    return json;
  };
  const pages = [await page('')];
  while (pages.at(-1).next_cursor !== null) {
    await between?.();
    pages.push(await page(`&cursor=${pages.at(-1).next_cursor}`));
  }
  return pages;
}
