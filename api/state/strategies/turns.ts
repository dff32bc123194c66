import { z } from 'zod';
import { smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { nextStepDue } from '../../../core/rules/strategy-steps.ts';
import { dcaTerms, intervalMsOf, type StrategyPlan } from '../../../schemas/strategies/kinds.ts';
import { jsonColumn } from '../control/columns.ts';
import { insertStep, type StepOutcome, stepKey } from './steps.ts';
import { STRATEGY_COLUMNS, type Strategy, strategyRow } from './strategy.ts';

/** A due step that this process has leased. */
export interface StrategyTurn {
  readonly strategyId: string;
  readonly owner: string;
  /** The credential that last set what the strategy does. */
  readonly credentialId: string;
  readonly name: string;
  readonly plan: StrategyPlan;
  readonly step: number;
  /** Unix milliseconds. */
  readonly dueAt: number;
}

export interface TurnOptions {
  readonly now: number;
  readonly leaseMs: number;
  readonly most: number;
}

/** Leases steps to processes. If a process dies, another takes its step when the lease expires. */
export interface StrategyTurns {
  /** The longest overdue come first. */
  take(options: TurnOptions): Promise<StrategyTurn[]>;
  /**
   * Records the result of a step, and when the next is due. A step whose intent exists was proposed, whoever created it.
   * @returns undefined if the step was already recorded
   */
  note(turn: StrategyTurn, at: number, outcome: StepOutcome): Promise<StepOutcome | undefined>;
  /** Completes a strategy without remaining steps. */
  complete(strategyId: string, now: number): Promise<void>;
  /** Releases a step to any process after a time. */
  postpone(strategyId: string, until: number): Promise<void>;
  /** The intent created for a step. */
  intentOf(turn: Pick<StrategyTurn, 'owner' | 'strategyId' | 'step'>): Promise<string | undefined>;
  /** Steps that are due. */
  due(now: number): Promise<number>;
}

const TAKE = `UPDATE strategies SET leased_until = $2 WHERE id = ANY(ARRAY(
    SELECT id FROM strategies
    WHERE next_step_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)
    ORDER BY next_step_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
  )) RETURNING id, owner, credential_id, name, plan, steps_taken, next_step_at`;
const LOCKED = `SELECT ${STRATEGY_COLUMNS} FROM strategies WHERE id = $1 FOR UPDATE`;
const NOTED = `UPDATE strategies SET steps_taken = $2, status = $3, next_step_at = $4, updated_at = $5, leased_until = NULL
  WHERE id = $1`;
const COMPLETE = `UPDATE strategies SET status = 'completed', next_step_at = NULL, updated_at = $2, leased_until = NULL
  WHERE id = $1 AND status = 'active'`;
const POSTPONE = 'UPDATE strategies SET leased_until = $2 WHERE id = $1';
const INTENT = 'SELECT id FROM intents WHERE owner = $1 AND idempotency_key = $2';
const DUE = 'SELECT count(*) AS due FROM strategies WHERE next_step_at <= $1';

const turnRow = z
  .object({
    ...{ id: z.string(), owner: z.string(), credential_id: z.string(), name: z.string() },
    ...{ plan: jsonColumn(z.record(z.string(), z.unknown())), steps_taken: smallColumn },
    next_step_at: timestampColumn,
  })
  .transform(
    ({ id, owner, credential_id, name, plan, steps_taken, next_step_at }): StrategyTurn => ({
      ...{ strategyId: id, owner, credentialId: credential_id, name, plan },
      ...{ step: steps_taken + 1, dueAt: next_step_at },
    }),
  );
const idRow = z.object({ id: z.string() });
const dueRow = z.object({ due: smallColumn });

export function createStrategyTurns(oltp: Oltp): StrategyTurns {
  return {
    take: ({ now, leaseMs, most }) =>
      oltp.query(TAKE, [new Date(now), new Date(now + leaseMs), most], turnRow),
    note: (turn, at, outcome) => oltp.transaction((queries) => note(queries, turn, { at, outcome })),
    complete: async (strategyId, now) => {
      await oltp.run(COMPLETE, [strategyId, new Date(now)]);
    },
    postpone: async (strategyId, until) => {
      await oltp.run(POSTPONE, [strategyId, new Date(until)]);
    },
    intentOf: (turn) => intentOf(oltp, turn),
    due: async (now) => (await oltp.query(DUE, [new Date(now)], dueRow))[0]?.due ?? 0,
  };
}

async function note(
  queries: Queries,
  turn: StrategyTurn,
  { at, outcome }: { readonly at: number; readonly outcome: StepOutcome },
): Promise<StepOutcome | undefined> {
  const { strategyId, step, dueAt } = turn;
  const [held] = await queries.query(LOCKED, [strategyId], strategyRow);
  if (held?.stepsTaken !== step - 1) return undefined;
  // Another process may have created it meanwhile, so that this attempt was refused for lack of room.
  const made = outcome.kind === 'refused' ? await intentOf(queries, turn) : undefined;
  const became: StepOutcome = made === undefined ? outcome : { kind: 'proposed', intentId: made };
  await insertStep(queries, strategyId, { step, dueAt, at, outcome: became });
  const status = statusAfter(held, step);
  const next = status === 'active' ? new Date(nextStepDue(dueAt, at, intervalMsOf(held.plan))) : null;
  await queries.run(NOTED, [strategyId, step, status, next, new Date(at)]);
  return became;
}

/** A strategy that was paused or cancelled during the step stays so. */
function statusAfter({ status, plan }: Strategy, step: number): Strategy['status'] {
  return status === 'active' && step >= dcaTerms.parse(plan).steps ? 'completed' : status;
}

async function intentOf(
  queries: Queries,
  { owner, strategyId, step }: Pick<StrategyTurn, 'owner' | 'strategyId' | 'step'>,
): Promise<string | undefined> {
  return (await queries.query(INTENT, [owner, stepKey(strategyId, step)], idRow))[0]?.id;
}
