import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import { DAY_MS } from '../../../core/rules/spending-limits.ts';
import type { StrategyPlan } from '../../../schemas/strategies/kinds.ts';
import { jsonColumn } from '../control/columns.ts';
import type { Writing } from '../desk/owner-records.ts';
import { change, type StrategyChange } from './strategies.ts';
import type { Strategy } from './strategy.ts';

/** The most open suggestions of one owner. */
const MOST_OPEN = 50;
/** Unapproved suggestions expire after this time. */
const LIFETIME_MS = 30 * DAY_MS;

export interface NewSuggestion {
  readonly strategyId: string;
  readonly baseVersion: number;
  readonly plan: StrategyPlan;
  readonly rationale: string;
}

/** An open change to a published strategy. Times are Unix milliseconds. */
export interface Suggestion extends NewSuggestion {
  readonly id: string;
  readonly proposedBy: string;
  readonly keeper: string;
  readonly createdAt: number;
  readonly approvedAt: number | undefined;
}

export interface Suggestions {
  /** @throws RECORDS_FULL */
  add(writing: Writing, suggestion: NewSuggestion): Promise<string>;
  /** One that the owner has to decide. */
  find(keeper: string, id: string): Promise<Suggestion | undefined>;
  /** Suggestions by an owner or to the owner, approved or open, newest first. */
  list(owner: string, page: SuggestionPage): Promise<Suggestion[]>;
  /**
   * Approves one for a strategy of the owner and changes the strategy by `decide`, in one step.
   * @throws SUGGESTION_UNKNOWN, and what `decide` throws
   */
  approve(
    writing: Writing,
    id: string,
    decide: (held: Strategy, suggestion: Suggestion) => StrategyChange,
  ): Promise<Strategy>;
}

export interface SuggestionPage {
  readonly limit: number;
  /** Only those after this one. */
  readonly before: string | undefined;
  readonly now: number;
}

const ONE_BY_ONE = `SELECT pg_advisory_xact_lock(hashtextextended('suggestions of ' || $1, 0))`;
/** Those that can still be approved: the strategy is unchanged, and the suggestion has not expired. */
const IS_OPEN = `approved_at IS NULL AND made.created_at > $2
  AND base_version = strategies.published_version AND strategies.status IN ('draft', 'active', 'paused')`;
const OPEN = `SELECT count(*) AS open
  FROM strategy_suggestions AS made JOIN strategies ON strategies.id = strategy_id
  WHERE proposed_by = $1 AND ${IS_OPEN}`;
const ADD = `INSERT INTO strategy_suggestions
    (id, strategy_id, proposed_by, credential_id, base_version, plan, rationale, created_at)
  VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $8)`;
const SELECT = `SELECT made.id, strategy_id, proposed_by, strategies.owner AS keeper, base_version, made.plan, rationale,
    made.created_at, approved_at
  FROM strategy_suggestions AS made JOIN strategies ON strategies.id = strategy_id`;
const LIST = `${SELECT} WHERE (proposed_by = $1 OR strategies.owner = $1)
  AND (approved_at IS NOT NULL OR ${IS_OPEN})
  AND ($3::text IS NULL OR (made.created_at, made.id) <
    (SELECT last.created_at, last.id FROM strategy_suggestions AS last JOIN strategies AS its ON its.id = last.strategy_id
      WHERE last.id = $3::text AND $1 IN (last.proposed_by, its.owner)))
  ORDER BY made.created_at DESC, made.id DESC LIMIT $4`;
const FIND = `${SELECT} WHERE made.id = $1 AND strategies.owner = $2`;
const LOCKED = `${FIND} FOR UPDATE OF made`;
const APPROVE = 'UPDATE strategy_suggestions SET approved_at = $2 WHERE id = $1';

const row = z
  .object({
    ...{ id: z.string(), strategy_id: z.string(), proposed_by: z.string(), keeper: z.string() },
    ...{
      base_version: smallColumn,
      plan: jsonColumn(z.record(z.string(), z.unknown())),
      rationale: z.string(),
    },
    ...{ created_at: timestampColumn, approved_at: timestampColumn.nullable() },
  })
  .transform(
    (found): Suggestion => ({
      ...{ id: found.id, strategyId: found.strategy_id, proposedBy: found.proposed_by, keeper: found.keeper },
      ...{ baseVersion: found.base_version, plan: found.plan, rationale: found.rationale },
      ...{ createdAt: found.created_at, approvedAt: found.approved_at ?? undefined },
    }),
  );

export function createSuggestions(oltp: Oltp): Suggestions {
  return {
    add: ({ owner, credentialId, now }, { strategyId, baseVersion, plan, rationale }) =>
      oltp.transaction(async (queries) => {
        await queries.query(ONE_BY_ONE, [owner], z.unknown());
        const [counted] = await queries.query(OPEN, [owner, openSince(now)], z.object({ open: smallColumn }));
        if (counted === undefined || counted.open >= MOST_OPEN) {
          throw new LaunchlensError('RECORDS_FULL', { what: 'open suggestions', most: MOST_OPEN });
        }
        const id = randomUUID();
        const values = [id, strategyId, owner, credentialId, baseVersion, JSON.stringify(plan), rationale];
        await queries.run(ADD, [...values, new Date(now)]);
        return id;
      }),
    find: async (keeper, id) => (await oltp.query(FIND, [id, keeper], row))[0],
    list: (owner, { limit, before, now }) =>
      oltp.query(LIST, [owner, openSince(now), before ?? null, limit], row),
    approve: (writing, id, decide) =>
      oltp.transaction(async (queries) => {
        const [found] = await queries.query(LOCKED, [id, writing.owner], row);
        const waits = found && found.approvedAt === undefined && expiresAt(found) > writing.now;
        if (!waits) throw new LaunchlensError('SUGGESTION_UNKNOWN', {});
        await queries.run(APPROVE, [id, new Date(writing.now)]);
        return change(queries, writing, found.strategyId, (held) => decide(held, found));
      }),
  };
}

/** When it expires, Unix milliseconds. */
export function expiresAt({ createdAt }: Pick<Suggestion, 'createdAt'>): number {
  return createdAt + LIFETIME_MS;
}

function openSince(now: number): Date {
  return new Date(now - LIFETIME_MS);
}
