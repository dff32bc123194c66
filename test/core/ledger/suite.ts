import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createRewardLedger } from '../../../core/ledger/ledger.ts';
import type { RewardLedger } from '../../../core/ledger/port.ts';
import { ledgerReach } from '../../../core/ledger/reach.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { RewardEvent } from '../../../core/rules/rewards.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { T0, wallets } from '../rules/reward-arbitraries.ts';

const logger = pino({ level: 'silent' });
const [wallet = '' as never] = wallets;
const TABLES = ['reward_events', 'reward_events_by_wallet', 'reward_checkpoints'];

export interface LedgerUnderTest {
  readonly olap: Olap;
  /** A way to the same store as another process would have it; undefined where no other process can. */
  readonly second?: Olap | undefined;
  readonly dispose: () => Promise<void>;
}

const accrued = (recordId: bigint, program: 'season' | 'clone' = 'season'): RewardEvent => ({
  ...{ kind: 'accrued', recordId, at: T0, program, wallet },
  amount: program === 'season' ? 5n : undefined,
});
const priced = (recordId: bigint, amount = 7n): RewardEvent => ({
  kind: 'priced',
  recordId,
  at: T0 + 1,
  amount,
});

/** What the ledger must do over every store. */
export function ledgerSuite(name: string, open: () => Promise<LedgerUnderTest>): void {
  describe(name, () => {
    let held: LedgerUnderTest;
    let ledger: RewardLedger;
    let preMint = false;
    const over = (olap: Olap) =>
      createRewardLedger({ olap, clock: systemClock, logger, preMint: async () => preMint });
    beforeAll(async () => {
      held = await open();
      await migrate(held.olap, { logger });
      ledger = over(held.olap);
    });
    afterAll(async () => {
      await ledger.close();
      await held.dispose();
    });
    beforeEach(async () => {
      preMint = false;
      for (const table of TABLES) await held.olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
    });

    async function rows(table: string): Promise<unknown[]> {
      const columns = 'record_id, toString(kind) AS kind_name, revision';
      const sql = `SELECT ${columns} FROM ${table} ORDER BY record_id, kind, revision`;
      return held.olap.reader.query({ sql }, z.unknown());
    }

    test('stores a batch under one revision, in both orders, and tells how far it reaches', async () => {
      const outcome = await ledger.append([priced(1n), accrued(1n), accrued(2n)], { by: 'test' });
      expect(outcome).toEqual({ revision: 1n, stored: 3, known: 0, conflicts: [], refused: [] });
      const expected = [
        { record_id: '1', kind_name: 'accrued', revision: '1' },
        { record_id: '1', kind_name: 'priced', revision: '1' },
        { record_id: '2', kind_name: 'accrued', revision: '1' },
      ];
      expect(await rows('reward_events')).toEqual(expected);
      expect(await rows('reward_events_by_wallet')).toEqual(expected);
      expect(await ledgerReach(held.olap.reader)).toMatchObject({ revision: 1n, events: 3n });
    });

    test('says who recorded what, and when', async () => {
      const clock = manualClock(T0 + 5);
      const own = createRewardLedger({ olap: held.olap, clock, logger, preMint: async () => false });
      const paid: RewardEvent = { kind: 'paid', recordId: 1n, at: T0, txSignature: 'signature', slot: 9n };
      await own.append([paid], { by: 'ada' });
      const sql = 'SELECT recorded_by, settled_slot, tx_signature, ingested_at FROM reward_events';
      expect(await held.olap.reader.query({ sql }, z.unknown())).toEqual([
        {
          ...{ recorded_by: 'ada', settled_slot: '9', tx_signature: 'signature' },
          ingested_at: '2026-10-01 00:00:00.005',
        },
      ]);
    });

    test('changes nothing when a batch comes again', async () => {
      const batch = [accrued(1n), priced(1n)];
      await ledger.append(batch, { by: 'test' });
      expect(await ledger.append(batch, { by: 'test' })).toMatchObject({ revision: 1n, stored: 0, known: 2 });
      expect(await rows('reward_events')).toHaveLength(2);
      expect(await ledgerReach(held.olap.reader)).toMatchObject({ revision: 1n, events: 2n });
    });

    test('reports what contradicts it, keeps what it has, and stores the rest', async () => {
      await ledger.append([accrued(1n), priced(1n)], { by: 'test' });
      const outcome = await ledger.append([priced(1n, 8n), accrued(2n)], { by: 'test' });
      expect(outcome).toMatchObject({ stored: 1, known: 0, conflicts: [{ index: 0 }] });
      const sql = `SELECT toString(amount_base_units) AS amount FROM reward_events WHERE kind = 'priced'`;
      expect(await held.olap.reader.query({ sql }, z.unknown())).toEqual([{ amount: '7' }]);
    });

    test('stores nothing of a batch that is to be stored whole and cannot be', async () => {
      await ledger.append([accrued(1n)], { by: 'test' });
      const clash = { ...accrued(1n), amount: 6n } as RewardEvent;
      const outcome = await ledger.append([accrued(2n), clash], { by: 'test', whole: true });
      expect(outcome).toMatchObject({ revision: 1n, stored: 0, conflicts: [{ index: 1 }] });
      expect(await rows('reward_events')).toHaveLength(1);
    });

    test('tells what would come of a batch and writes nothing', async () => {
      await ledger.append([accrued(1n)], { by: 'test' });
      const outcome = await ledger.append([accrued(1n), accrued(2n)], { by: 'test', dryRun: true });
      expect(outcome).toMatchObject({ revision: 1n, stored: 1, known: 1 });
      expect(await rows('reward_events')).toHaveLength(1);
    });

    test('refuses prices of fee shares as long as the mint is not there', async () => {
      preMint = true;
      const batch = [accrued(1n, 'clone'), priced(1n), accrued(2n), priced(2n)];
      expect(await ledger.append(batch, { by: 'test' })).toMatchObject({
        stored: 3,
        refused: [{ index: 1 }],
      });
      preMint = false;
      expect(await ledger.append(batch, { by: 'test' })).toMatchObject({ stored: 1, known: 3, refused: [] });
    });

    test('carries events that came before their record into the order by wallet', async () => {
      await ledger.append([priced(1n)], { by: 'test' });
      expect(await rows('reward_events_by_wallet')).toEqual([]);
      await ledger.append([accrued(1n)], { by: 'test' });
      expect(await rows('reward_events_by_wallet')).toEqual([
        { record_id: '1', kind_name: 'accrued', revision: '2' },
        { record_id: '1', kind_name: 'priced', revision: '2' },
      ]);
    });

    test.each(['reward_events', 'reward_events_by_wallet', 'reward_checkpoints'])(
      'has a batch wholly or not at all when it fails at %s',
      async (table) => {
        // Given a store that fails once
        await ledger.append([accrued(1n)], { by: 'test' });
        let failures = 1;
        const failing = withInsert(held.olap, async (insert, into) => {
          await insert();
          if (into === table && failures-- > 0) throw new Error('the connection broke');
        });
        const own = over(failing);

        // When a batch fails there, although its rows came through
        await expect(own.append([accrued(2n), accrued(3n)], { by: 'test' })).rejects.toThrow('broke');
        const { events } = await ledgerReach(held.olap.reader);
        expect(events).toBe(table === 'reward_checkpoints' ? 3n : 1n);

        // Then it can be sent again, beside another one
        await own.append([accrued(4n), accrued(3n), accrued(2n)], { by: 'test' });
        expect((await ledgerReach(held.olap.reader)).events).toBe(4n);
        for (const each of ['reward_events', 'reward_events_by_wallet'])
          expect(await rows(each)).toHaveLength(4);
        await own.close();
      },
    );

    test('removes what a crash left of a batch, before it reaches further', async () => {
      await ledger.append([accrued(1n)], { by: 'test' });
      const left = `INSERT INTO reward_events (record_id, kind, at, revision) SELECT 9, 'voided', now64(3), 2`;
      await held.olap.writer.command({ sql: left });
      await ledger.append([accrued(2n)], { by: 'test' });
      expect(await rows('reward_events')).toEqual([
        { record_id: '1', kind_name: 'accrued', revision: '1' },
        { record_id: '2', kind_name: 'accrued', revision: '2' },
      ]);
    });

    test('takes batches that come at once one after another, also from two processes', async () => {
      const ledgers = [ledger, over(held.second ?? held.olap)];
      const batches = Array.from({ length: 6 }, (_, n) =>
        ledgers[n % 2]?.append([accrued(BigInt(n)), accrued(100n)], { by: 'test' }),
      );
      const outcomes = await Promise.all(batches);
      expect(outcomes.reduce((sum, one) => sum + (one?.stored ?? 0), 0)).toBe(7);
      expect(outcomes.map((one) => one?.revision).toSorted()).toEqual([1n, 2n, 3n, 4n, 5n, 6n]);
      expect(await rows('reward_events')).toHaveLength(7);
      await ledgers[1]?.close();
    });
  });
}

/** The store with another way to insert. */
function withInsert(
  olap: Olap,
  insert: (original: () => Promise<void>, table: string) => Promise<void>,
): Olap {
  const { writer } = olap;
  return {
    ...olap,
    writer: {
      ...writer,
      insert: (table, block, signal, fence) =>
        insert(() => writer.insert(table, block, signal, fence), table),
    },
  };
}
