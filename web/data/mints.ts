import { useQueries } from '@tanstack/react-query';
import { z } from 'zod';
import { NATIVE_MINT } from '../../core/rules/moves.ts';
import { ask, question } from './graphql.ts';
import { amount, pubkey, small } from './scalars.ts';

/** The mints of a launch. */
export const MINT_FIELDS = 'launchId pledgeMint pledgeMintDecimals launchMint launchMintDecimals';

export const launchMints = z.object({
  launchId: amount,
  pledgeMint: pubkey,
  pledgeMintDecimals: small.nullable(),
  launchMint: pubkey,
  launchMintDecimals: small.nullable(),
});

export const LAUNCH_MINTS = question<{ readonly launchId: string }>()(
  `query LaunchMints($launchId: BigUint!) {
    launch(launchId: $launchId) { ${MINT_FIELDS} }
  }`,
  z.object({ launch: launchMints.nullable() }),
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
      const known = new Map<string, number>([[NATIVE_MINT, NATIVE_DECIMALS]]);
      for (const { data } of answers) {
        if (data == null) continue;
        if (data.pledgeMintDecimals !== null) known.set(data.pledgeMint, data.pledgeMintDecimals);
        if (data.launchMintDecimals !== null) known.set(data.launchMint, data.launchMintDecimals);
      }
      return known;
    },
  });
}
