import { useQueries } from '@tanstack/react-query';
import { z } from 'zod';
import { askRest } from './http.ts';
import { pubkey } from './scalars.ts';

const chosen = z.string().max(64).nullable();
const nameShape = z.object({ mint: pubkey, name: chosen, symbol: chosen });
const namesShape = z.object({ results: z.array(nameShape) });

export type TokenName = z.output<typeof nameShape>;
export type TokenNames = ReadonlyMap<string, TokenName>;

/** The most that the API answers at once. */
const MOST = 20;
const KEPT_MS = 10 * 60_000;

/** What mints call themselves. A mint that has no name, or whose name cannot be read now, is absent. */
export function useTokenNames(mints: readonly string[]): TokenNames {
  const distinct = [...new Set(mints)].sort();
  const chunks = Array.from({ length: Math.ceil(distinct.length / MOST) }, (_, index) =>
    distinct.slice(index * MOST, (index + 1) * MOST),
  );
  return useQueries({
    queries: chunks.map((chunk) => ({
      queryKey: ['token names', ...chunk],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        askRest({ path: `/ilo/token-names/?mints=${chunk.join(',')}`, shape: namesShape, signal }),
      staleTime: KEPT_MS,
      refetchInterval: KEPT_MS,
    })),
    combine: (answers) => {
      const results = answers.flatMap(({ data }) => data?.results ?? []);
      const named = results.filter(({ name, symbol }) => name !== null || symbol !== null);
      return new Map(named.map((token) => [token.mint, token]));
    },
  });
}

export function useTokenName(mint: string): TokenName | undefined {
  return useTokenNames([mint]).get(mint);
}
