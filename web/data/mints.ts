import { useQueries, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { NATIVE_MINT } from '../../core/rules/native-coin.ts';
import { ask, field, question } from './graphql.ts';
import { amount, pubkey, small } from './scalars.ts';

const launchMints = z.object({
  launchId: amount,
  pledgeMint: pubkey,
  pledgeMintDecimals: small.nullable(),
  launchMint: pubkey,
  launchMintDecimals: small.nullable(),
});

export const LAUNCH_MINTS = question<{ readonly launchId: string }>()(
  'query LaunchMints($launchId: BigUint!)',
  z.object({ launch: field('(launchId: $launchId)', launchMints).nullable() }),
);

export const NATIVE_DECIMALS = 9;

/** The decimals of known mints. Amounts of an unknown mint are shown in base units. */
export type MintDecimals = ReadonlyMap<string, number>;

/** The decimals of the native coin and of the mints of some launches; they never change. */
export function useMintDecimals(launchIds: readonly string[]): MintDecimals {
  return useQueries({
    queries: [...new Set(launchIds)].map((launchId) => ({
      queryKey: ['mints', launchId],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
        (await ask(LAUNCH_MINTS, { launchId }, { signal })).data.launch,
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: false as const,
    })),
    combine: (answers) => {
      const known = knownOf(answers.flatMap(({ data }) => data ?? []));
      return new Map([...known].map(([mint, { decimals }]) => [mint, decimals]));
    },
  });
}

/** A mint whose amounts can be shown in token units. */
export interface KnownMint {
  readonly mint: string;
  readonly decimals: number;
  /** Its role, in a few words. */
  readonly what: string;
}

export const NEWEST_MINTS = question()(
  'query NewestMints',
  z.object({ launches: field('(first: 50)', z.object({ nodes: z.array(launchMints) })) }),
);

const NATIVE: KnownMint = { mint: NATIVE_MINT, decimals: NATIVE_DECIMALS, what: 'SOL' };
const ONLY_NATIVE: ReadonlyMap<string, KnownMint> = new Map([[NATIVE.mint, NATIVE]]);

/** The native coin, and the mints of the newest launches whose decimals the index knows: suggestions for limits. */
export function useKnownMints(): ReadonlyMap<string, KnownMint> {
  const { data } = useQuery({
    queryKey: ['newest mints'],
    queryFn: async ({ signal }) => (await ask(NEWEST_MINTS, {}, { signal })).data.launches.nodes,
    select: knownOf,
    staleTime: 60_000,
  });
  return data ?? ONLY_NATIVE;
}

function knownOf(launches: readonly z.output<typeof launchMints>[]): ReadonlyMap<string, KnownMint> {
  const known = new Map(ONLY_NATIVE);
  const put = (mint: string, decimals: number | null, what: string): void => {
    if (decimals !== null && !known.has(mint)) known.set(mint, { mint, decimals, what });
  };
  for (const { launchId, launchMint, launchMintDecimals, pledgeMint, pledgeMintDecimals } of launches) {
    put(launchMint, launchMintDecimals, `token of launch ${launchId}`);
    put(pledgeMint, pledgeMintDecimals, `pledged in launch ${launchId}`);
  }
  return known;
}
