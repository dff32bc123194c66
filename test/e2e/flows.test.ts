import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { U64_MAX } from '../../schemas/u64.ts';
import { launchesAt, sum } from '../fixtures/localnet/support/launches.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { type NaiveFlow, naiveFlows } from '../support/flows/naive-flows.ts';
import { sorted, storedFlowRanges, storedFlows } from '../support/flows/stored-flows.ts';
import { playFreely, playInStep } from '../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Until the escrow of the first launch is closed and the refunds of the third have begun. */
const UNTIL = 75 + 260;
const signed = ({ direction, amount }: NaiveFlow) => (direction === 'in' ? amount : -amount);

/** What the chain moved from `first` to `last`, both included, as far as it is confirmed, of all launches. */
function chainFlows({ chain }: LiveChain, first: bigint, last: bigint): NaiveFlow[] {
  const { processed, confirmed } = chain.heads;
  const flows = naiveFlows(chain, launchesAt(chain, processed).keys(), first, last);
  return flows.filter(({ slot }) => slot <= confirmed);
}

async function expectFlows(live: LiveChain, { olap }: RunningIndex): Promise<NaiveFlow[]> {
  const ranges = await storedFlowRanges(olap);
  const flows = await storedFlows(olap);
  const known = ranges.flatMap(({ from, to }) => chainFlows(live, from, to));
  expect(sorted(flows)).toEqual(sorted(known));
  return flows;
}

const told = z.object({ complete_from_slot: z.number().nullable() });

/** Since when the mirror calls a launch's movements complete, once it stands where the index does. */
async function completeFrom({ url, stats }: RunningIndex, launchId: bigint): Promise<number | null> {
  const path = `/api/v1/ilo/launches/${launchId}/flows/?min_slot=${stats.lastIndexedSlot}`;
  const answer = await fetch(new URL(path, url));
  return told.parse(await answer.json()).complete_from_slot;
}

describe('the movements in and out of escrows', () => {
  test('are those of the chain at every slot', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'flows native', fromSlot: 1 });
    const index = await startIndex({ chain: live, dataDir: directory.path, transport: 'native' });
    try {
      // Given an index that follows the chain from before its first launch
      await playInStep(live, index, { until: UNTIL });
      const [range, ...others] = await storedFlowRanges(index.olap);
      expect(others).toEqual([]);
      expect(range).toMatchObject({ to: U64_MAX });
      expect(await completeFrom(index, 1n)).toBe(Number(range?.from));
      // Then its movements are the chain's, and add up to the balance of each escrow at every slot
      const flows = await expectFlows(live, index);
      expect(new Set(flows.map(({ kind }) => kind)).size).toBeGreaterThan(2);
      for (let slot = range?.from ?? 0n; slot <= live.confirmed; slot += 1n) {
        for (const [id, { escrow }] of launchesAt(live.chain, slot)) {
          const moved = flows.filter((flow) => flow.launchId === id && flow.slot <= slot);
          expect(sum(moved.map(signed))).toBe(escrow ?? 0n);
        }
      }
    } finally {
      await index.stop();
    }
  });

  test('are neither lost nor doubled by streams that break and by a restart', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'flows restart' });
    const options = { chain: live, dataDir: directory.path, transport: 'http2' } as const;
    let index = await startIndex(options);
    let sent = 0;
    live.faults.beforeSend = () => (++sent % 31 === 0 ? 'cut' : 'send');
    try {
      await playInStep(live, index, { until: 160 });
      const [range] = await storedFlowRanges(index.olap);
      await expectFlows(live, index);
      // What a resumed stream tells again is known as such, and not written again
      expect(index.stats.reconnects).toBeGreaterThan(2);
      expect(index.stats.lateWrites).toBe(0);
      await index.stop();
      live.chain.advance(20);
      live.faults.beforeSend = () => 'send';
      index = await startIndex(options);
      await playInStep(live, index, { until: 220 });
      await expectFlows(live, index);
      expect(index.stats.snapshots).toBe(0);
      expect(await storedFlowRanges(index.olap)).toEqual([range]);
    } finally {
      await index.stop();
    }
  });

  test('are said to be unknown in slots that only a snapshot made up for', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'flows lost', replaySlots: 20 });
    const index = await startIndex({ chain: live, dataDir: directory.path });
    try {
      await playInStep(live, index, { until: 130 });
      const head = index.stats.lastIndexedSlot ?? 0n;
      // Given a stream that is away for longer than the server's window
      await live.stopStream();
      live.chain.advance(60);
      await live.startStream();
      // When a snapshot made up for it
      await playFreely(live, () => index.reaches(head + 60n));
      await playInStep(live, index, { until: Number(live.chain.currentSlot) + 30 });
      // Then the ledger ends the known movements at the old head and begins them above the snapshot
      expect(index.stats.snapshots).toBe(2);
      const [before, after, ...others] = await storedFlowRanges(index.olap);
      expect(others).toEqual([]);
      expect(before?.to).toBe(head);
      expect(after?.from).toBeGreaterThan(head + 60n - 20n);
      expect(after?.to).toBe(U64_MAX);
      expect(await completeFrom(index, 1n)).toBe(Number(after?.from));
      const flows = await expectFlows(live, index);
      const unknown = chainFlows(live, head + 1n, (after?.from ?? 0n) - 1n);
      expect(unknown.length).toBeGreaterThan(0);
      expect(flows.length + unknown.length).toBe(chainFlows(live, before?.from ?? 0n, live.confirmed).length);
    } finally {
      await index.stop();
    }
  });
});
