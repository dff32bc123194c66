import { expect } from 'vitest';
import { z } from 'zod';
import {
  launchDetailAnswer,
  launchListAnswer,
  launchStatusAnswer,
  pledgeListAnswer,
} from '../../../schemas/rest/answers.ts';

const detail = z.object({ detail: z.string() });

/** The mirror as a program calls it: every answer is held to its schema and to its own stamp. */
export class MirrorClient {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  status(query: Record<string, string | bigint> = {}) {
    return this.#get('ilo/status/', query, launchStatusAnswer);
  }

  launches(query: Record<string, string | bigint> = {}) {
    return this.#get('ilo/launches/', query, launchListAnswer);
  }

  launch(launchId: bigint, query: Record<string, string | bigint> = {}) {
    return this.#get(`ilo/launches/${launchId}/`, query, launchDetailAnswer);
  }

  /** All pages of one listing. */
  async pledges(launchId: bigint, query: Record<string, string | bigint>) {
    const rows: z.output<typeof pledgeListAnswer>['results'] = [];
    let cursor: string | null = null;
    do {
      const path = `ilo/launches/${launchId}/pledges/`;
      const page: z.output<typeof pledgeListAnswer> = await this.#get(
        path,
        cursor === null ? query : { ...query, cursor },
        pledgeListAnswer,
      );
      rows.push(...page.results);
      cursor = page.next_cursor;
    } while (cursor !== null);
    return rows;
  }

  /** The sentence and status of an answer that is no success. */
  async refusal(path: string): Promise<{ readonly status: number; readonly detail: string }> {
    const response = await fetch(`${this.#url}/api/v1/${path}`);
    return { status: response.status, detail: detail.parse(await response.json()).detail };
  }

  async #get<Answer extends { source: { last_indexed_slot: number } }>(
    path: string,
    query: Record<string, string | bigint>,
    schema: z.ZodType<Answer>,
  ): Promise<Answer> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) search.set(name, `${value}`);
    const response = await fetch(`${this.#url}/api/v1/${path}?${search}`);
    const text = await response.text();
    expect(`${response.status} ${response.ok ? '' : text}`).toBe('200 ');
    const answer = schema.parse(JSON.parse(text));
    const stamp = answer.source.last_indexed_slot.toString();
    expect(response.headers.get('x-last-indexed-slot')).toBe(stamp);
    if (query.as_of_slot !== undefined) expect(stamp).toBe(`${query.as_of_slot}`);
    return answer;
  }
}
