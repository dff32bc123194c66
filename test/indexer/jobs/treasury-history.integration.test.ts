import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { knownTreasuryRanges } from '../../../core/ledger/treasury-ranges.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { addressText } from '../../../fixtures/localnet/keys/address.ts';
import { createKeypair } from '../../../fixtures/localnet/keys/keypair.ts';
import { rewardCast } from '../../../fixtures/localnet/scenarios/treasury.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import { readHistory } from '../../support/backfills.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';
import { playInStep } from '../../support/play-in-step.ts';
import { openStore, startIndex } from '../../support/running-index.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const SEED = 'treasury history';
const MINTED = 180;
/** So long that its base58 is no transfer's. */
const MEMO = `launchlens:payout:1 ${'é'.repeat(120)}`;

const row = z.object({ wallet: z.string(), amount: z.coerce.bigint(), memo: z.string(), timed: z.number() });

function transfers(olap: Olap) {
  const sql = `SELECT base58Encode(destination_wallet) AS wallet, toString(t.amount) AS amount, memo,
      toUInt8(block_time IS NOT NULL) AS timed
    FROM treasury_transfers AS t FINAL ORDER BY t.slot, amount`;
  return olap.scanner.query({ sql }, row);
}

describe('the history of a treasury', () => {
  test('is read back to its first transaction, as the stream would have told it, and vouched for', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: SEED });
    const treasury = addressText(rewardCast(SEED).treasury);
    const wallets = ['alice', 'bob'].map((name) => createKeypair(name).address);
    const pay = (amount: bigint, memo?: string): void => {
      const { pay: plan } = live.chain.treasury ?? expect.fail('the scenario has no treasury');
      for (const wallet of wallets) live.chain.submit(plan({ wallet, amount, memo }));
    };
    // Given payments that an index without the setting did not follow, and later ones that it did
    const dataDir = directory.path;
    let index = await startIndex({ chain: live, dataDir });
    await playInStep(live, index, { until: MINTED });
    pay(5n, MEMO);
    await playInStep(live, index, { until: MINTED + 40 });
    await index.stop();
    index = await startIndex({ chain: live, dataDir, settings: { TREASURY_TOKEN_ACCOUNT: treasury } });
    await playInStep(live, index, { until: MINTED + 60 });
    pay(7n);
    await playInStep(live, index, { until: MINTED + 80 });
    expect((await transfers(index.olap)).map(({ amount }) => amount)).toEqual([7n, 7n]);
    await index.stop();
    live.chain.advance(40);
    const olap = await openStore({ dataDir });
    try {
      const signal = new AbortController().signal;
      const [followed] = await knownTreasuryRanges(olap.scanner, treasury, signal);
      expect(followed?.to).toBe(U64_MAX);
      expect(followed?.from).toBeGreaterThan(BigInt(MINTED) + 20n);
      // When its history is read
      const report = await readHistory(olap, live, { treasury });
      // Then every payment stands there, with its memo whole, and all slots are known
      expect(report.finding).toMatchObject({ treasury_coverage: 'complete', missed_by_stream: 0 });
      const told = await transfers(olap);
      expect(told.map(({ amount, memo, timed }) => [amount, memo, timed])).toEqual([
        [5n, MEMO, 1],
        [5n, MEMO, 1],
        [7n, '', 1],
        [7n, '', 1],
      ]);
      expect(new Set(told.map(({ wallet }) => wallet))).toEqual(new Set(wallets.map(addressText)));
      const ranges = await knownTreasuryRanges(olap.scanner, treasury, signal);
      expect(ranges[0]?.from).toBe(0n);
      // And a second run finds nothing to write
      expect(await readHistory(olap, live, { treasury })).toMatchObject({ written: 0 });
    } finally {
      await olap.close();
    }
  });
});
