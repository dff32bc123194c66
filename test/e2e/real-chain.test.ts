import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { TRANSPORTS } from '../../core/kernel/settings/schema.ts';
import type { Olap } from '../../core/olap/port.ts';
import { loadCaptures } from '../support/captures/load.ts';
import { indexBound, indexCoverage, indexVersions } from '../support/index-check/index-state.ts';
import { statesOf } from '../support/index-check/sweep.ts';
import { type RecordedNode, startRecordedNode } from '../support/real-chain/recorded-node.ts';
import { type Bank, CAPTURE_FILE, recordedBanks } from '../support/real-chain/recording.ts';
import { openStore, type RunningIndex, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const hexOf = (address: string): string => Buffer.from(pubkeyBytes(address)).toString('hex');

const MINT_BYTES = 82;

interface Comparison {
  readonly olap: Olap;
  readonly banks: readonly Bank[];
  /** False if the recorded stream did not follow mints. */
  readonly mints: boolean;
}

/**
 * Compares every account that any bank names with the index, at every bank that the index covers. Returns how many
 * comparisons that were.
 */
async function expectBanks({ olap, banks, mints }: Comparison): Promise<number> {
  const bound = await indexBound(olap.scanner);
  if (!bound) throw new Error('the index has no checkpoint');
  const [covered] = await indexCoverage(olap.scanner, bound);
  const stateAt = statesOf(await indexVersions(olap.scanner, bound));
  const named = [...new Set(banks.flatMap(({ accounts }) => Object.keys(accounts)))];
  let compared = 0;
  for (const { slot, accounts } of banks) {
    if (!covered || slot < covered.from || slot > bound.slot) continue;
    const state = stateAt(slot);
    const wrong = named.filter((address) => {
      const held = state.get(hexOf(address))?.data;
      const said = accounts[address] && Buffer.from(accounts[address].data, 'base64');
      // A mint is followed from the first launch that names it.
      if (said?.length === MINT_BYTES && (!mints || held === undefined)) return false;
      return held !== said?.toString('hex');
    });
    expect({ slot, wrong: wrong.slice(0, 3) }).toEqual({ slot, wrong: [] });
    compared += named.length;
  }
  return compared;
}

/** Lets the node say everything, never far ahead of the index. */
async function playAll(node: RecordedNode, index: RunningIndex): Promise<void> {
  const blocks = node.slots;
  for (const [at, slot] of blocks.entries()) {
    node.playTo(slot);
    // Until the first snapshot is read, the index waits for the stream; it subscribes again for the launches found.
    if (index.stats.lastIndexedSlot === undefined) await delay(20);
    else if (at % 10 === 0) await index.reaches((blocks[at - 40] ?? 0n) as bigint);
  }
}

describe('what a real node said', () => {
  test.for(TRANSPORTS)(
    'is what the index of its stream says, over %s',
    { timeout: 120_000 },
    async (transport) => {
      await using directory = await temporaryDirectory();
      await using node = await startRecordedNode();
      const index = await startIndex({ chain: node, dataDir: directory.path, transport });
      try {
        await playAll(node, index);
        const last = node.banks.at(-1)?.slot ?? 0n;
        await index.reaches(last);
        expect(await expectBanks({ olap: index.olap, banks: node.banks, mints: false })).toBeGreaterThan(
          10_000,
        );
        expect(index.stats).toMatchObject({ quarantined: 0, gaps: 0, rollbacks: 0 });
      } finally {
        await index.stop();
      }
    },
  );

  test('is what the index of its capture says', async () => {
    await using directory = await temporaryDirectory();
    const olap = await openStore({ dataDir: directory.path });
    try {
      const report = await loadCaptures(olap, { files: [CAPTURE_FILE] });
      expect(report).toMatchObject({ quarantined: 0, gaps: [] });
      expect(await expectBanks({ olap, banks: recordedBanks('capture'), mints: true })).toBeGreaterThan(
        10_000,
      );
    } finally {
      await olap.close();
    }
  });
});
