import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { askRest } from './http.ts';
import { pubkey } from './scalars.ts';

const chosen = z.string().max(64).nullable();
const nameShape = z.object({
  mint: pubkey,
  name: chosen,
  symbol: chosen,
  metadata_uri: z.string().nullable(),
});
const namesShape = z.object({ icon_hosts: z.array(z.string()), results: z.array(nameShape) });

/** Where a token describes its icon, and from which hosts one is loaded. */
export interface IconSource {
  readonly uri: string;
  readonly hosts: readonly string[];
}

export interface TokenName extends Pick<z.output<typeof nameShape>, 'mint' | 'name' | 'symbol'> {
  /** Undefined if its operator allows none. */
  readonly icon: IconSource | undefined;
}
export type TokenNames = ReadonlyMap<string, TokenName>;

/** The most that the API answers at once. */
const MOST = 20;
const KEPT_MS = 10 * 60_000;

const NONE: TokenNames = new Map();

/** What mints call themselves. A mint that has no name, or whose name cannot be read now, is absent. */
export function useTokenNames(mints: readonly string[]): TokenNames {
  const distinct = [...new Set(mints)].sort();
  const { data = NONE } = useQuery({
    queryKey: ['token names', ...distinct],
    queryFn: ({ signal }) => readNames(distinct, signal),
    enabled: distinct.length > 0,
    staleTime: KEPT_MS,
    refetchInterval: KEPT_MS,
    placeholderData: keepPreviousData,
  });
  return data;
}

async function readNames(mints: readonly string[], signal: AbortSignal): Promise<TokenNames> {
  const names = new Map<string, TokenName>();
  for (let at = 0; at < mints.length; at += MOST) {
    const path = `/ilo/token-names/?mints=${mints.slice(at, at + MOST).join(',')}` as const;
    const { results, icon_hosts: hosts } = await askRest({ path, shape: namesShape, signal });
    for (const { metadata_uri: uri, ...token } of results) {
      if (token.name === null && token.symbol === null) continue;
      names.set(token.mint, { ...token, icon: uri === null ? undefined : { uri, hosts } });
    }
  }
  return names;
}

export function useTokenName(mint: string): TokenName | undefined {
  return useTokenNames([mint]).get(mint);
}
