import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ledgerDigest } from '../../../core/ledger/digest.ts';
import { createRewardLedger } from '../../../core/ledger/ledger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { RewardEvent } from '../../../core/rules/rewards.ts';
import { indexTransfers } from '../../api/support/treasury-index.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { openMigrated } from '../../support/migrated-store.ts';
import { ledgerEvents, T0, wallets } from '../rules/reward-arbitraries.ts';

const logger = pino({ level: 'silent' });
let dataDir = '';
let olap: Olap;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-digest-'));
  olap = await openMigrated({ dataDir, logger });
});
afterAll(async () => {
  await olap.close();
  await rm(dataDir, { recursive: true });
});

async function emptyLedger(): Promise<ManualClock> {
  for (const table of ['reward_events', 'reward_events_by_wallet', 'reward_checkpoints'])
    await olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
  return manualClock(T0);
}

/** The digest by the words of its documentation. */
function recomputed(events: readonly RewardEvent[]): string {
  const sum = events.reduce((total, event) => {
    const cells = [
      ...[event.recordId, event.kind, event.at],
      ...(event.kind === 'accrued' ? [event.program, event.wallet] : ['', '']),
      ...['amount' in event ? (event.amount ?? '') : '', event.kind === 'paid' ? event.txSignature : ''],
      ...[0, 'reason' in event ? Buffer.from(event.reason).toString('hex') : ''],
    ];
    return total + BigInt(`0x${createHash('sha256').update(cells.join(',')).digest('hex')}`);
  }, 0n);
  return (sum % 2n ** 256n).toString(16).padStart(64, '0');
}

describe('the digest of the ledger', () => {
  test('is what anyone makes of the events, whatever the batches that they came in', async () => {
    await fc.assert(
      fc.asyncProperty(ledgerEvents, fc.nat(), async (drawn, cut) => {
        const clock = await emptyLedger();
        const events = drawn.map((event) =>
          event.kind === 'priced' ? { ...event, premature: false } : event,
        );
        const ledger = createRewardLedger({ olap, clock, logger, preMint: async () => false });
        const at = events.length === 0 ? 0 : cut % events.length;
        for (const batch of [events.slice(0, at), events.slice(at)])
          await ledger.append(batch, { by: 'test' });
        await ledger.close();
        const { digest, events: counted } = await ledgerDigest(olap.reader, {});
        expect([digest, counted]).toEqual([recomputed(events), BigInt(events.length)]);
      }),
      { numRuns: 12 },
    );
  });

  test('goes up to a revision or a moment, and refuses a revision that there is not', async () => {
    const clock = await emptyLedger();
    const ledger = createRewardLedger({ olap, clock, logger, preMint: async () => false });
    const [wallet = '' as never] = wallets;
    const accrued = (recordId: bigint): RewardEvent => ({
      ...{ kind: 'accrued', recordId, at: T0, program: 'season', wallet, amount: 5n },
    });
    for (const recordId of [1n, 2n]) {
      await ledger.append([accrued(recordId)], { by: 'test' });
      clock.advance(1000);
    }
    await ledger.close();
    const first = recomputed([accrued(1n)]);
    expect(await ledgerDigest(olap.reader, { revision: 1n })).toEqual({
      ...{ revision: 1n, at: T0, indexedSlot: undefined, events: 1n, digest: first },
    });
    // With the newest slot that was indexed by then
    for (const [slot, at] of [
      [900n, T0 - 1],
      [1_900n, T0 + 500],
      [2_900n, T0 + 5_000],
    ] as const)
      await indexTransfers(olap.writer, [], { revision: slot, slot, final: 0n, at });
    expect((await ledgerDigest(olap.reader, { revision: 1n })).indexedSlot).toBe(900n);
    expect((await ledgerDigest(olap.reader, { at: T0 + 999 })).indexedSlot).toBe(1_900n);
    expect((await ledgerDigest(olap.reader, {})).indexedSlot).toBe(2_900n);
    expect((await ledgerDigest(olap.reader, { at: T0 + 999 })).digest).toBe(first);
    expect((await ledgerDigest(olap.reader, { at: T0 + 1000 })).events).toBe(2n);
    expect(await ledgerDigest(olap.reader, { at: T0 - 1 })).toMatchObject({ revision: 0n, events: 0n });
    await expect(ledgerDigest(olap.reader, { revision: 3n })).rejects.toMatchObject({
      code: 'REWARD_REVISION_UNKNOWN',
    });

    // And the statement of the documentation gives the same
    const page = await readFile(new URL('../../../docs/rewards.md', import.meta.url), 'utf8');
    const sql = /```sql\n(SELECT count\(\) AS events[\s\S]*?);\n```/.exec(page)?.[1] ?? '';
    const row = z.object({ events: z.string(), digest: z.string() });
    const whole = await ledgerDigest(olap.reader, {});
    expect(await olap.reader.query({ sql }, row)).toEqual([{ events: '2', digest: whole.digest }]);
  });
});
