import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { first, insertion, lockName, smallColumn, timestampColumn } from '../../../core/oltp/statements.ts';
import { stepDueAtStart } from '../../../core/rules/strategies.ts';
import { intervalMsOf } from '../../../schemas/strategies/run.ts';
import type { Writing } from '../agent-records/owner-records.ts';
import { isAfter, NEWEST_FIRST, type RecordPage } from '../owner-pages.ts';
import { type StepPage, stepsOf } from './steps.ts';
import { STRATEGY_COLUMNS, type Strategy, strategyRow } from './strategy.ts';

/** The most active strategies of one owner, and the most ever created. */
const MOST_LIVE_STRATEGIES = 100;
const MOST_EVER = 1_000;

export type NewStrategy = Pick<Strategy, 'kind' | 'name' | 'plan' | 'status' | 'clonedFrom'>;
/** What a change may set; publishing copies the current name and plan. */
export type StrategyChange = Partial<Pick<Strategy, 'name' | 'plan' | 'settings' | 'status'>> & {
  readonly publish?: boolean;
  /** Makes the caller's credential the one that proposes its steps. */
  readonly authored?: boolean;
};

const COUNT = `SELECT count(*) FILTER (WHERE status IN ('stored', 'active', 'paused')) AS live, count(*) AS ever
  FROM strategies WHERE owner = $1`;
const LOCKED = `SELECT ${STRATEGY_COLUMNS} FROM strategies WHERE id = $1 AND owner = $2 FOR UPDATE`;
const CHANGE = `UPDATE strategies SET name = $2, plan = $3::jsonb, settings = $4::jsonb, status = $5,
    version = version + 1, credential_id = $6, updated_at = $7,
    published_version = CASE WHEN $8 THEN version + 1 ELSE published_version END,
    published_name = CASE WHEN $8 THEN $2 ELSE published_name END,
    published_plan = CASE WHEN $8 THEN $3::jsonb ELSE published_plan END,
    published_at = CASE WHEN $8 THEN $7 ELSE published_at END, next_step_at = $9,
    memory = CASE WHEN plan = $3::jsonb THEN memory END, seen = CASE WHEN plan = $3::jsonb THEN seen END
  WHERE id = $1 RETURNING ${STRATEGY_COLUMNS}`;
const countRow = z.object({ live: smallColumn, ever: smallColumn });
const lastStepRow = z.object({ at: timestampColumn });
const LAST_STEP = 'SELECT at FROM strategy_steps WHERE strategy_id = $1 ORDER BY step DESC LIMIT 1';
const FIND = `SELECT ${STRATEGY_COLUMNS} FROM strategies WHERE id = $1`;
const LIST = `SELECT ${STRATEGY_COLUMNS} FROM strategies
  WHERE owner = $1 AND ${isAfter('strategies', '$2')} ${NEWEST_FIRST} LIMIT $3`;
/** A composite published before composites were refused is of no use to others. */
const PUBLISHED = `SELECT ${STRATEGY_COLUMNS} FROM strategies
  WHERE published_at IS NOT NULL AND kind <> 'composite' AND ($1::text IS NULL OR (published_at, id) <
    (SELECT last.published_at, last.id FROM strategies AS last WHERE last.id = $1::text))
  ORDER BY published_at DESC, id DESC LIMIT $2`;

export type Strategies = ReturnType<typeof createStrategies>;

export function createStrategies(oltp: Oltp) {
  return {
    /** @throws RECORDS_FULL */
    create: (writing: Writing, strategy: NewStrategy) =>
      oltp.transaction((queries) => create(queries, writing, strategy)),
    /** Changes an owner's strategy by `decide`, which may throw, with the strategy locked. @throws STRATEGY_UNKNOWN */
    change: (writing: Writing, id: string, decide: (held: Strategy) => StrategyChange) =>
      oltp.transaction((queries) => change(queries, writing, id, decide)),
    find: (id: string) => first(oltp, FIND, [id], strategyRow),
    /** Newest first. */
    list: (owner: string, { before, limit }: RecordPage) =>
      oltp.query(LIST, [owner, before, limit], strategyRow),
    /** The results of a strategy's steps, newest first. */
    steps: (id: string, page: StepPage) => stepsOf(oltp, id, page),
    /** Published strategies of every owner, newest first. */
    published: ({ before, limit }: RecordPage) => oltp.query(PUBLISHED, [before, limit], strategyRow),
  };
}

async function create(
  queries: Queries,
  { owner, credentialId, now }: Writing,
  { kind, name, plan, status, clonedFrom }: NewStrategy,
): Promise<Strategy> {
  await lockName(queries, `strategies of ${owner}`);
  const counted = await first(queries, COUNT, [owner], countRow);
  if (counted === undefined || counted.live >= MOST_LIVE_STRATEGIES || counted.ever >= MOST_EVER) {
    const most = (counted?.ever ?? 0) >= MOST_EVER ? MOST_EVER : MOST_LIVE_STRATEGIES;
    throw new LaunchlensError('RECORDS_FULL', { what: 'strategies', most });
  }
  const at = new Date(now);
  const fields = {
    ...{
      id: randomUUID(),
      owner,
      kind,
      name,
      plan: JSON.stringify(plan),
      settings: '{}',
      status,
      credentialId,
    },
    ...{ createdAt: at, updatedAt: at, clonedFrom },
    nextStepAt: status === 'active' ? at : undefined,
  };
  const statement = insertion('strategies', fields, `RETURNING ${STRATEGY_COLUMNS}`);
  return written(await first(queries, ...statement, strategyRow));
}

const UNTOUCHED = { publish: false, authored: false } as const;

/** Also for changes within a larger transaction. @throws STRATEGY_UNKNOWN */
export async function change(
  queries: Queries,
  { owner, credentialId, now }: Writing,
  id: string,
  decide: (held: Strategy) => StrategyChange,
): Promise<Strategy> {
  const held = await first(queries, LOCKED, [id, owner], strategyRow);
  if (!held) throw new LaunchlensError('STRATEGY_UNKNOWN', {});
  const { publish, authored, name, plan, settings, status } = { ...UNTOUCHED, ...held, ...decide(held) };
  const author = authored ? credentialId : held.credentialId;
  const next = await nextStepOf(queries, held, { plan, status, now });
  const values = [
    ...[id, name, JSON.stringify(plan), JSON.stringify(settings), status, author, new Date(now)],
    ...[publish, next === undefined ? undefined : new Date(next)],
  ];
  return written(await first(queries, CHANGE, values, strategyRow));
}

/** A continuing schedule keeps its times; one that starts, or has another interval, starts now. */
async function nextStepOf(
  queries: Queries,
  held: Strategy,
  { plan, status, now }: Pick<Strategy, 'plan' | 'status'> & { readonly now: number },
): Promise<number | undefined> {
  if (status !== 'active') return undefined;
  const intervalMs = intervalMsOf(held.kind, plan);
  if (held.nextStepAt !== undefined && intervalMsOf(held.kind, held.plan) === intervalMs)
    return held.nextStepAt;
  const last = await first(queries, LAST_STEP, [held.id], lastStepRow);
  return stepDueAtStart(last?.at, now, intervalMs);
}

function written(strategy: Strategy | undefined): Strategy {
  if (!strategy)
    throw new LaunchlensError('OLTP_BAD_ROW', { detail: 'a strategy that was written gave no row' });
  return strategy;
}
