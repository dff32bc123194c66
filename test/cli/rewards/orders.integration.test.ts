import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { measured } from '../../../api/actions/measures.ts';
import { countContradictions, REWARD_MEASURES } from '../../../api/actions/rewards/contradictions.ts';
import type { JsonValue } from '../../../cli/operator/protocol.ts';
import { check, checkExitCode, describeCheck } from '../../../cli/rewards/check.ts';
import { digest, price, review } from '../../../cli/rewards/orders.ts';
import type { RewardParts } from '../../../cli/rewards/parts.ts';
import { createRewardLedger } from '../../../core/ledger/ledger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import { REVIEW_WINDOW_MS, type RewardEvent } from '../../../core/rules/rewards.ts';
import type { PaidFacts } from '../../../indexer/audit/paid-facts.ts';
import type { RewardProgram } from '../../../schemas/reward-programs.ts';
import { T0, wallets } from '../../core/rules/reward-arbitraries.ts';
import { collect } from '../../support/collect.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { openMigrated } from '../../support/migrated-store.ts';

const logger = pino({ level: 'silent' });
const { signal } = new AbortController();
const [wallet = '' as never] = wallets;
const NOW = T0 + 1_000;
let directory = '';
let olap: Olap;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'launchlens-orders-'));
  olap = await openMigrated({ dataDir: directory, logger });
});
afterAll(async () => {
  await olap.close();
  await rm(directory, { recursive: true });
});

/** What was noted in the store of decisions. */
let notes: (readonly unknown[])[] = [];
let preMint = false;
let paidFacts: PaidFacts = { checked: true, facts: 0, unjudged: 0, differences: [] };
let parts: RewardParts;
beforeEach(async () => {
  for (const table of ['reward_events', 'reward_events_by_wallet', 'reward_checkpoints'])
    await olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
  notes = [];
  preMint = false;
  const clock = manualClock(NOW);
  const ledger = createRewardLedger({ olap, clock, logger, preMint: async () => preMint });
  const decisions = { run: async (_sql: string, values: readonly unknown[]) => void notes.push(values) };
  parts = {
    olap,
    ledger,
    preMint: async () => preMint,
    payments: async () => paidFacts,
    session: { clock, logger },
    decisions: async () => decisions as unknown as Oltp,
  };
});

const accrued = (recordId: bigint, program: RewardProgram = 'referral', at = T0): RewardEvent => ({
  kind: 'accrued',
  recordId,
  at,
  program,
  wallet,
  amount: undefined,
});
const record = (...events: RewardEvent[]) => parts.ledger.append(events, { by: 'test' });

async function last(lines: AsyncIterable<JsonValue>): Promise<unknown> {
  let result: unknown;
  for await (const line of lines) result = line;
  return result;
}

async function rewards(): Promise<unknown[]> {
  const sql = `SELECT toString(record_id) AS id, toString(amount_base_units) AS amount, held FROM rewards ORDER BY record_id`;
  return olap.reader.query({ sql }, z.unknown());
}

const order = { program: 'referral', per_record: 7n, until: NOW, dry_run: false, by: 'ada@desk' } as const;

describe('pricing a programme', () => {
  test('prices what stands, is not paid and has no amount, and nothing else', async () => {
    await record(
      ...[
        accrued(1n),
        accrued(2n),
        accrued(3n, 'clone'),
        accrued(4n, 'referral', NOW + 1),
        accrued(5n),
        accrued(6n),
      ],
      { kind: 'priced', recordId: 2n, at: T0, amount: 3n },
      { kind: 'voided', recordId: 5n, at: T0, reason: 'test' },
      { kind: 'paid', recordId: 6n, at: T0, txSignature: 'sig', amount: 9n },
    );
    const result = await last(price(parts, order, signal));
    expect(result).toMatchObject({ records: '1', total: '7', program: 'referral', dry_run: false });
    expect(await rewards()).toEqual([
      { id: '1', amount: '7', held: 0 },
      { id: '2', amount: '3', held: 0 },
      { id: '3', amount: null, held: 0 },
      { id: '4', amount: null, held: 0 },
      { id: '6', amount: '9', held: 0 },
    ]);
    expect(notes.map(([, by, action]) => [by, action])).toEqual([['ada@desk', 'rewards price']]);
    expect(await last(price(parts, order, signal))).toMatchObject({ records: '0' });
  });

  test('ends with the record that the ledger refuses, and notes the order before the first price', async () => {
    // Given a mint that goes between the look at it and the prices
    await record(accrued(1n), accrued(2n));
    preMint = true;
    const gone = { ...parts, preMint: async () => false };
    await expect(last(price(gone, order, signal))).rejects.toMatchObject({
      code: 'REWARD_PRICING_REFUSED',
      message: expect.stringContaining('0 records were priced before'),
    });
    expect(notes.map(([, by, action]) => [by, action])).toEqual([['ada@desk', 'rewards price']]);
  });

  test('counts what the ledger stored', async () => {
    await record(accrued(1n), accrued(2n));
    const { append } = parts.ledger;
    const ledger = {
      ...parts.ledger,
      append: async (...given: Parameters<typeof append>) => ({ ...(await append(...given)), stored: 1 }),
    };
    expect(await last(price({ ...parts, ledger }, order, signal))).toMatchObject({
      records: '1',
      total: '7',
    });
  });

  test('counts without a trace in a dry run', async () => {
    await record(accrued(1n), accrued(2n));
    expect(await last(price(parts, { ...order, dry_run: true }, signal))).toMatchObject({
      records: '2',
      total: '14',
    });
    expect(await last(digest(parts, {}, signal))).toMatchObject({ ledger_revision: '1', events: '2' });
    expect(notes).toEqual([]);
  });

  test('is refused before the mint, in a dry run too', async () => {
    preMint = true;
    await record(accrued(1n, 'season'));
    for (const dry_run of [true, false])
      await expect(
        last(price(parts, { ...order, program: 'season', dry_run }, signal)),
      ).rejects.toMatchObject({
        code: 'REWARD_PRICING_BEFORE_MINT',
      });
  });
});

describe('reviewing records', () => {
  test('holds, releases and voids them, and says by whom', async () => {
    await record(accrued(1n), accrued(2n));
    const by = 'ada@desk';
    await last(review(parts, { kind: 'held', records: [1n, 2n], reason: 'odd', by }, signal));
    await last(review(parts, { kind: 'voided', records: [2n], reason: 'test account', by }, signal));
    expect(await rewards()).toEqual([{ id: '1', amount: null, held: 1 }]);
    const sql = `SELECT DISTINCT recorded_by AS by FROM reward_events WHERE kind != 'accrued'`;
    expect(await olap.reader.query({ sql }, z.unknown())).toEqual([{ by }]);
    expect(notes.map(([, , action]) => action)).toEqual(['rewards held', 'rewards voided']);
  });

  test('touches no record when one of them is unknown', async () => {
    await record(accrued(1n));
    const input = { kind: 'held' as const, records: [1n, 9n], reason: 'odd', by: 'ada' };
    await expect(last(review(parts, input, signal))).rejects.toMatchObject({
      code: 'REWARD_RECORD_UNKNOWN',
      exit: 2,
    });
    expect(await rewards()).toEqual([{ id: '1', amount: null, held: 0 }]);
    expect(notes).toEqual([]);
  });
});

describe('checking payments', () => {
  const checked = () => collect(check(parts, signal));

  test('lists what contradicts the ledger until it is mended, counts it for the metric, and ends with 1', async () => {
    const mature = T0 + REVIEW_WINDOW_MS;
    const paid = (recordId: bigint, at: number): RewardEvent => ({
      kind: 'paid',
      recordId,
      at,
      txSignature: 'sig',
    });
    await record(accrued(1n), paid(1n, mature), accrued(2n), paid(2n, T0), paid(9n, mature));
    await record({ kind: 'priced', recordId: 2n, at: T0, amount: 3n });
    const stats = measured(REWARD_MEASURES);
    const watch = { ledger: olap.scanner, lane: olap.scanner, stats, logger, signal };
    await countContradictions(watch);
    expect(stats.contradictions).toBe(3);
    const lines = await checked();
    expect(lines).toMatchObject([
      { record_id: '1', fault: 'unpriced' },
      { record_id: '2', fault: 'in_review' },
      { record_id: '9', fault: 'no_record' },
      { contradictions: 3 },
    ]);
    expect(describeCheck(lines[1])).toBe(
      'record 2 is marked as paid by sig, but it was still in review at that time',
    );
    expect(checkExitCode(lines.at(-1))).toBe(1);

    // When the price and the record come that were missing
    await record({ kind: 'priced', recordId: 1n, at: T0 + 1, amount: 3n });
    await record({ ...accrued(9n), program: 'season', amount: 5n } as RewardEvent);
    await countContradictions(watch);
    expect(stats.contradictions).toBe(1);
    expect(await checked()).toMatchObject([{ record_id: '2' }, { contradictions: 1 }]);
  });

  test.each([
    ['0 where every payment is borne out', {}, 0],
    ['1 where one is not', { differences: [{ recordId: 4n, txSignature: 'sig' }] }, 1],
    ['2 where one could not be judged', { unjudged: 1 }, 2],
  ])('ends with %s', async (_, found, code) => {
    paidFacts = { checked: true, facts: 3, unjudged: 0, differences: [], ...found };
    const lines = await checked();
    expect(checkExitCode(lines.at(-1))).toBe(code);
    expect(lines.length).toBe(code === 1 ? 2 : 1);
  });
});
