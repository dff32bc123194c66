import { expect, test } from 'vitest';
import { followedKeys } from '../../../indexer/audit/followed.ts';

const LAUNCH = { launchId: 7n, escrow: 'escrow', launchMint: 'launch mint', pledgeMint: 'pledge mint' };

/** The keys followed of an index with one launch and the mint of another time. */
async function keysOf(launchId: bigint | undefined): Promise<string[]> {
  const lane = {
    query: async ({ sql }: { readonly sql: string }) =>
      sql.includes('launch_versions') ? [LAUNCH] : [{ mint: 'former mint' }],
  };
  const keys = await followedKeys({
    index: { lane, programId: 'program', rewardMint: 'reward mint' } as never,
    names: {
      of: ({ escrow, launchMint, pledgeMint }: typeof LAUNCH) => [escrow, launchMint, pledgeMint],
    } as never,
    slot: 10n,
    revision: 10n,
    launchId,
    signal: new AbortController().signal,
  });
  return [...keys];
}

test('an audit of everything covers the accounts of launches, former mints and the reward mint', async () => {
  const all = ['escrow', 'launch mint', 'pledge mint', 'former mint', 'reward mint'];
  expect(await keysOf(undefined)).toEqual(all);
});

test('an audit of one launch covers its accounts alone', async () => {
  expect(await keysOf(7n)).toEqual(['escrow', 'launch mint', 'pledge mint']);
});
