import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { NATIVE_MINT } from '../../core/rules/moves.ts';
import { ask, question } from './graphql.ts';
import { launchMints, MINT_FIELDS, NATIVE_DECIMALS } from './mints.ts';

/** A mint whose amounts can be shown in token units. */
export interface KnownMint {
  readonly mint: string;
  readonly decimals: number;
  /** Its role, in a few words. */
  readonly what: string;
}

export const NEWEST_MINTS = question<Record<string, never>>()(
  `query NewestMints { launches(first: 50) { nodes { ${MINT_FIELDS} } } }`,
  z.object({ launches: z.object({ nodes: z.array(launchMints) }) }),
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
