import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import pino from 'pino';
import { z } from 'zod';
import { createRewardsReader, FOLD_RULES } from '../../../api/read/rewards/reader.ts';
import { factsRow, groupRow } from '../../../api/read/rewards/rows.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { sumRewards } from '../../../core/rules/reward-buckets.ts';
import { latencyOf } from '../query/latency.ts';
import { settle } from '../query/settle.ts';
import { withStore } from '../support/open-store.ts';
import { type BenchRow, withinLimit } from '../support/row.ts';
import { fillLedger, type LedgerShape, walletOf } from './fill.ts';

const SHAPE: LedgerShape = {
  events: Number(process.env.BENCH_REWARD_EVENTS ?? 10_000_000),
  wallets: 200_000,
};
const CALLS = 400;
const SLOW_CALLS = 12;
const NOW = Date.UTC(2026, 6, 1);
const P50_LIMIT_MS = 4;
const P99_LIMIT_MS = 40;

const sql = (name: string): string =>
  readFileSync(new URL(`../../../api/read/rewards/${name}.sql`, import.meta.url), 'utf8');
/** The obvious way: the ledger itself, by its own order, for the records that a wallet accrued. */
const NAIVE = sql('records')
  .replace('any(program) AS', "anyIf(program, kind = 'accrued') AS")
  .replace('FROM reward_events_by_wallet', 'FROM reward_events')
  .replace(
    'wallet = {wallet:String} AND',
    "record_id IN (SELECT record_id FROM reward_events WHERE wallet = {wallet:String} AND kind = 'accrued') AND",
  );

/** What a signed-in wallet reads of its rewards, against the same question to the append-only ledger. */
export function benchRewards(): Promise<BenchRow[]> {
  return withStore(rewardRows);
}

async function rewardRows(olap: Olap): Promise<BenchRow[]> {
  await migrate(olap, { logger: pino({ level: 'silent' }) });
  await fillLedger(olap, SHAPE);
  await settle(olap);
  const wallets = await someWallets(olap);
  const wallet = (n: number): Pubkey => wallets[n % wallets.length] as Pubkey;
  const reader = createRewardsReader({ lane: olap.reader, mint: undefined });
  const page = { program: undefined, limit: 50, offset: 0 };
  const summary = async (n: number) => (await reader.groups(wallet(n), NOW)).facts;
  const history = async (n: number) => (await reader.history({ ...page, wallet: wallet(n) })).facts.records;

  const fold = { ...FOLD_RULES, revision: SHAPE.events, any_program: true, program: '' };
  const naiveSummary = (n: number) => {
    const parameters = { ...fold, wallet: wallet(n), now_ms: NOW };
    return olap.reader.query({ sql: sql('summary').replace('$records', NAIVE), parameters }, groupRow);
  };
  const naiveHistory = async (n: number) => {
    const parameters = { ...fold, wallet: wallet(n), limit: 50, offset: 0 };
    const rows = await olap.reader.query(
      { sql: sql('history').replace('$records', NAIVE), parameters },
      factsRow,
    );
    return rows.map((row) => ({ ...row, wallet: wallet(n) }));
  };
  deepStrictEqual(sumRewards(await summary(3), false), sumRewards(await naiveSummary(3), false));
  deepStrictEqual(await history(3), await naiveHistory(3));
  const size = `among ${SHAPE.events.toLocaleString('en')} events`;
  return [
    ...(await compared(`rewards summary of one wallet ${size}`, summary, naiveSummary)),
    ...(await compared(`first page of a rewards history ${size}`, history, naiveHistory)),
  ];
}

async function someWallets({ reader }: Olap): Promise<readonly string[]> {
  const statement = { sql: `SELECT ${walletOf('number * 977', SHAPE)} AS wallet FROM numbers(400)` };
  return (await reader.query(statement, z.object({ wallet: z.string() }))).map(({ wallet }) => wallet);
}

type Ask = (n: number) => Promise<unknown>;

async function compared(name: string, ask: Ask, naive: Ask): Promise<BenchRow[]> {
  const ours = await latencyOf(CALLS, ask);
  const theirs = await latencyOf(SLOW_CALLS, naive);
  return [
    {
      name: `${name}, p50`,
      baseline: 'the same of the ledger itself',
      unit: 'ms',
      goal: 5,
      ours: ours.p50,
      theirs: theirs.p50,
      ratio: theirs.p50 / ours.p50,
    },
    withinLimit(`${name}, p50`, 'ms', ours.p50, P50_LIMIT_MS),
    withinLimit(`${name}, p99`, 'ms', ours.p99, P99_LIMIT_MS),
  ];
}
