import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { hexColumn, unsignedColumn } from '../../core/olap/port.ts';
import { escrowAddress } from '../../fixtures/localnet/program/escrow/addresses.ts';
import { STANDING_LAUNCH_ID } from '../../fixtures/localnet/scenarios/tour-plays.ts';
import { base58Of, hexOf } from '../support/chain/chain-state.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { type Equality, expectEqual } from '../support/index-check/equality.ts';
import { MirrorClient } from '../support/mirror-check/mirror-client.ts';
import { expectMirrored } from '../support/mirror-check/mirrored.ts';
import { playFreely, playInStep } from '../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

interface Closure {
  readonly slot: bigint;
  readonly wallet: string;
  readonly address: string;
}

const closureRow = z.object({ slot: unsignedColumn, wallet: hexColumn, address: hexColumn });

/** The closures of Pledges that the index holds, in the order of their slots. */
async function closures({ olap }: RunningIndex): Promise<Closure[]> {
  const sql = `SELECT slot, hex(pledger) AS wallet, hex(pledge_versions.address) AS address FROM pledge_versions
    WHERE closed = 1 ORDER BY slot, address`;
  const rows = await olap.reader.query({ sql }, closureRow);
  return rows.map(({ slot, wallet, address }) => ({
    slot,
    wallet: base58Of(hexOf(wallet)),
    address: hexOf(address),
  }));
}

/** Of a Pledge that is gone at its slot and was there before, the index says just that, and the launch's own count. */
async function expectGone(live: LiveChain, index: RunningIndex, { lost }: { lost: Equality['coverage'] }) {
  const mirror = new MirrorClient(index.url);
  const all = (await closures(index)).filter(
    ({ slot }) => !lost.some(({ from, to }) => from - 1n <= slot && slot <= to),
  );
  const gone = all.filter(({ slot, address }) => {
    const account = { now: live.chain, address: Buffer.from(address, 'hex') };
    return account.now.accountsAt(slot - 1n).some(({ pubkey }) => hexOf(pubkey) === address);
  });
  expect(gone.length).toBeGreaterThan(5);
  for (const { slot, wallet } of gone.slice(-5)) {
    const at = (as_of_slot: bigint) =>
      mirror.launch(STANDING_LAUNCH_ID, { wallet, as_of_slot }) as Promise<{
        launch: { pledger_count: number };
        wallet: { pledged: string; pledged_ts: number | null };
      }>;
    const [before, after] = [await at(slot - 1n), await at(slot)];
    expect(BigInt(before.wallet.pledged)).toBeGreaterThan(0n);
    expect(after.wallet).toMatchObject({ pledged: '0', pledged_ts: null });
  }
}

describe('Pledges that are closed and created again', () => {
  test('are gone in the slot that closed them and there in the past, whatever the stream went through', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({
      seed: 'closures http2',
      fromSlot: 1,
    });
    const options = { chain: live, dataDir: directory.path, transport: 'http2' } as const;
    let index = await startIndex(options);
    try {
      await playInStep(live, index, { until: 110 });
      expect(index.stats.closures).toBeGreaterThan(5);
      // What an earlier run knew is known to the next one.
      await index.stop();
      index = await startIndex(options);
      await playFreely(live, () => index.reaches(live.confirmed));
      await playInStep(live, index, { until: 150 });
      expect(index.stats.closures).toBeGreaterThan(2);
      // An outage past the window: what was closed meanwhile the snapshot tells.
      await live.stopStream();
      live.chain.advance(170);
      await live.startStream();
      const { confirmed } = live;
      await playFreely(live, () => index.reaches(confirmed));
      await playInStep(live, index, { until: 390 });

      const { bound, coverage } = await expectEqual({ olap: index.olap, chain: live.chain, every: 1n });
      const lost = coverage.filter(({ state }) => state === 'lost');
      expect(lost).toHaveLength(1);
      await expectGone(live, index, { lost });
      await expectMirrored({
        url: index.url,
        chain: live.chain,
        last: bound.slot,
        coverage,
        questions: 20,
      });
    } finally {
      await index.stop();
    }
  });
});

test('an escrow token account that is closed, which its owner filter never shows, has a closed row', async () => {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open({ seed: 'escrow closed', fromSlot: 100 });
  const index = await startIndex({ chain: live, dataDir: directory.path, transport: 'native' });
  try {
    await playInStep(live, index, { until: 175 });
    const sql = `SELECT slot, hex(token_account_versions.address) AS address, hex(owner) AS wallet
      FROM token_account_versions WHERE closed = 1 AND launch_id = 1 AND role = 'escrow'`;
    const [row, ...more] = await index.olap.reader.query({ sql }, closureRow);
    const escrow = escrowAddress(1n).address;
    expect(more).toEqual([]);
    expect(row?.address).toEqual(Buffer.from(escrow));
    expect(row?.slot).toBe(live.chain.accounts.history(escrow).at(-1)?.slot);
    await expectEqual({ olap: index.olap, chain: live.chain, every: 5n });
  } finally {
    await index.stop();
  }
});
