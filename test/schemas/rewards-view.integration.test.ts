import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../core/kernel/clock.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import { createRewardLedger } from '../../core/ledger/ledger.ts';
import { type Olap, timestampColumn } from '../../core/olap/port.ts';
import { foldRewardEvents } from '../../core/rules/reward-buckets.ts';
import type { RewardEvent } from '../../core/rules/rewards.ts';
import { knottyEvents, ledgerEvents } from '../core/rules/reward-arbitraries.ts';
import { openMigrated } from '../support/migrated-store.ts';

const logger = pino({ level: 'silent' });
let dataDir = '';
let olap: Olap;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'launchlens-rewards-'));
  olap = await openMigrated({ dataDir, logger });
});
afterAll(async () => {
  await olap.close();
  await rm(dataDir, { recursive: true });
});

const rewardRow = z.object({
  record_id: z.string(),
  program: z.string(),
  wallet: z.string(),
  created_at: timestampColumn,
  amount_base_units: z.string().nullable(),
  held: z.int(),
  released_at: timestampColumn.nullable(),
  paid: z.int(),
  paid_at: timestampColumn.nullable(),
  tx_signature: z.string(),
});

/** What the view is to give of these events. */
function expected(events: readonly RewardEvent[]): z.output<typeof rewardRow>[] {
  const byRecord = Map.groupBy(events, ({ recordId }) => recordId);
  const facts = [...byRecord.values()]
    .map((own) => foldRewardEvents(own))
    .filter((one) => one && !one.voided);
  return facts
    .flatMap((one) => one ?? [])
    .toSorted((a, b) => (a.recordId < b.recordId ? -1 : 1))
    .map(({ recordId, program, wallet, createdAt, amount, held, releasedAt, paid }) => ({
      ...{ record_id: recordId.toString(), program, wallet, created_at: createdAt },
      amount_base_units: amount?.toString() ?? null,
      held: held ? 1 : 0,
      released_at: releasedAt ?? null,
      paid: paid ? 1 : 0,
      paid_at: paid?.at ?? null,
      tx_signature: paid?.txSignature ?? '',
    }));
}

describe('the view of rewards', () => {
  test('gives one row a record as the rules have it, whatever the order and the batches of its events', async () => {
    const ledger = createRewardLedger({ olap, clock: systemClock, logger, preMint: async () => false });
    await fc.assert(
      fc.asyncProperty(ledgerEvents, fc.nat(), async (events, cut) => {
        for (const table of ['reward_events', 'reward_events_by_wallet', 'reward_checkpoints'])
          await olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
        const plain = events.map((event) =>
          event.kind === 'priced' ? { ...event, premature: false } : event,
        );
        const at = events.length === 0 ? 0 : cut % events.length;
        for (const batch of [plain.slice(0, at), plain.slice(at)]) await ledger.append(batch, { by: 'test' });
        const rows = await olap.reader.query({ sql: 'SELECT * FROM rewards ORDER BY record_id' }, rewardRow);
        expect(rows).toEqual(expected(plain));
      }),
      { numRuns: 8, examples: [[knottyEvents, 4]] },
    );
    await ledger.close();
  });

  test('prices nothing of a fee share that was priced before the mint and before its record was known', async () => {
    // Given prices that came first, while there was no mint
    for (const table of ['reward_events', 'reward_events_by_wallet', 'reward_checkpoints'])
      await olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
    const ledger = createRewardLedger({ olap, clock: systemClock, logger, preMint: async () => true });
    const [at, wallet] = [1_790_000_000_000, '11111111111111111111111111111111' as Pubkey];
    for (const recordId of [1n, 2n])
      await ledger.append([{ kind: 'priced', recordId, at, amount: 7n }], { by: 'test' });

    // When their records accrue
    const accrued = { kind: 'accrued', at, wallet, amount: undefined } as const;
    await ledger.append([{ ...accrued, recordId: 1n, program: 'clone' }], { by: 'test' });
    await ledger.append([{ ...accrued, recordId: 2n, program: 'season' }], { by: 'test' });
    await ledger.close();

    // Then the price counts where no fees are shared
    const sql = 'SELECT record_id, amount_base_units FROM rewards ORDER BY record_id';
    expect(await olap.reader.query({ sql }, z.unknown())).toEqual([
      { record_id: '1', amount_base_units: null },
      { record_id: '2', amount_base_units: '7' },
    ]);
  });

  test('shows nothing of a batch that never came to its checkpoint', async () => {
    await olap.writer.command({ sql: 'TRUNCATE TABLE reward_checkpoints' });
    expect(await olap.reader.query({ sql: 'SELECT * FROM rewards' }, rewardRow)).toEqual([]);
  });
});
