import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import {
  count,
  first,
  insertion,
  lockName,
  record,
  smallColumn,
  timestampColumn,
} from '../../../core/oltp/statements.ts';
import { DAY_MS } from '../../../core/rules/spending-limits.ts';
import type { Writing } from '../agent-records/owner-records.ts';
import type { RecordPage } from '../owner-pages.ts';
import { change, type StrategyChange } from './strategies.ts';
import { planColumn, type Strategy } from './strategy.ts';

/** The most open suggestions of one owner. */
const MOST_OPEN = 50;
/** Unapproved suggestions expire after this time. */
const LIFETIME_MS = 30 * DAY_MS;

const row = record({
  id: z.string(),
  strategyId: z.string(),
  proposedBy: z.string(),
  keeper: z.string(),
  baseVersion: smallColumn,
  plan: planColumn,
  rationale: z.string(),
  createdAt: timestampColumn,
  approvedAt: timestampColumn.nullable(),
}).row;

/** An open change to a published strategy. Times are Unix milliseconds. */
export type Suggestion = z.output<typeof row>;
export type NewSuggestion = Pick<Suggestion, 'strategyId' | 'baseVersion' | 'plan' | 'rationale'>;

export interface SuggestionPage extends RecordPage {
  readonly now: number;
}

/** Those that can still be approved: the strategy is unchanged, and the suggestion has not expired. */
const IS_OPEN = `approved_at IS NULL AND made.created_at > $2
  AND base_version = strategies.published_version AND strategies.status IN ('stored', 'active', 'paused')`;
const OPEN = `SELECT count(*)
  FROM strategy_suggestions AS made JOIN strategies ON strategies.id = strategy_id
  WHERE proposed_by = $1 AND ${IS_OPEN}`;
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

export type Suggestions = ReturnType<typeof createSuggestions>;

export function createSuggestions(oltp: Oltp) {
  return {
    /** @throws RECORDS_FULL */
    add: (
      { owner, credentialId, now }: Writing,
      { strategyId, baseVersion, plan, rationale }: NewSuggestion,
    ) =>
      oltp.transaction(async (queries) => {
        await lockName(queries, `suggestions of ${owner}`);
        if ((await count(queries, OPEN, [owner, openSince(now)])) >= MOST_OPEN) {
          throw new LaunchlensError('RECORDS_FULL', { what: 'open suggestions', most: MOST_OPEN });
        }
        const id = randomUUID();
        const about = { id, strategyId, proposedBy: owner, credentialId, baseVersion, rationale };
        const fields = { ...about, plan: JSON.stringify(plan), createdAt: now };
        await queries.run(...insertion('strategy_suggestions', fields));
        return id;
      }),
    /** One that the owner has to decide. */
    find: (keeper: string, id: string) => first(oltp, FIND, [id, keeper], row),
    /** Suggestions by an owner or to the owner, approved or open, newest first. */
    list: (owner: string, { limit, before, now }: SuggestionPage) =>
      oltp.query(LIST, [owner, openSince(now), before, limit], row),
    /**
     * Approves one for a strategy of the owner and changes the strategy by `decide`, in one step.
     * @throws SUGGESTION_UNKNOWN, and what `decide` throws
     */
    approve: (
      writing: Writing,
      id: string,
      decide: (held: Strategy, suggestion: Suggestion) => StrategyChange,
    ) =>
      oltp.transaction(async (queries) => {
        const found = await first(queries, LOCKED, [id, writing.owner], row);
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
