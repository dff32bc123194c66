import { z } from 'zod';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { count, first, record, smallColumn, timestampColumn } from '../../../core/oltp/statements.ts';
import { nextStepDue } from '../../../core/rules/strategies.ts';
import { dcaTerms, intervalMsOf } from '../../../schemas/strategies/kinds.ts';
import { insertStep, type StepOutcome, stepKey } from './steps.ts';
import { planColumn, STRATEGY_COLUMNS, type Strategy, strategyRow } from './strategy.ts';

export interface LeaseOptions {
  readonly now: number;
  readonly leaseMs: number;
  readonly most: number;
}

const leased = record({
  id: z.string(),
  owner: z.string(),
  credentialId: z.string(),
  name: z.string(),
  plan: planColumn,
  stepsTaken: smallColumn,
  nextStepAt: timestampColumn,
});

const leaseRow = leased.row.transform(({ id, stepsTaken, nextStepAt, ...rest }) => ({
  ...rest,
  strategyId: id,
  step: stepsTaken + 1,
  dueAt: nextStepAt,
}));

/** A due step that this process has leased, with the credential that last set what the strategy does. */
export type StepLease = z.output<typeof leaseRow>;

const TAKE = `UPDATE strategies SET leased_until = $2 WHERE id = ANY(ARRAY(
    SELECT id FROM strategies
    WHERE next_step_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)
    ORDER BY next_step_at, id LIMIT $3 FOR UPDATE SKIP LOCKED
  )) RETURNING ${leased.columns}`;
const LOCKED = `SELECT ${STRATEGY_COLUMNS} FROM strategies WHERE id = $1 FOR UPDATE`;
const NOTED = `UPDATE strategies SET steps_taken = $2, status = $3, next_step_at = $4, updated_at = $5, leased_until = NULL
  WHERE id = $1`;
const COMPLETE = `UPDATE strategies SET status = 'completed', next_step_at = NULL, updated_at = $2, leased_until = NULL
  WHERE id = $1 AND status = 'active'`;
const POSTPONE = 'UPDATE strategies SET leased_until = $2 WHERE id = $1';
const INTENT = 'SELECT id FROM intents WHERE owner = $1 AND idempotency_key = $2';
const DUE = 'SELECT count(*) FROM strategies WHERE next_step_at <= $1';

/** Leases steps to processes. If a process dies, another takes its step when the lease expires. */
export type StepLeases = ReturnType<typeof createStepLeases>;

export function createStepLeases(oltp: Oltp) {
  return {
    /** The longest overdue come first. */
    take: ({ now, leaseMs, most }: LeaseOptions) =>
      oltp.query(TAKE, [new Date(now), new Date(now + leaseMs), most], leaseRow),
    /**
     * Records the result of a step, and when the next is due. A step whose intent exists was proposed, whoever created
     * it. @returns undefined if the step was already recorded
     */
    note: (lease: StepLease, at: number, outcome: StepOutcome) =>
      oltp.transaction((queries) => note(queries, lease, { at, outcome })),
    /** Completes a strategy without remaining steps. */
    complete: async (strategyId: string, now: number) => {
      await oltp.run(COMPLETE, [strategyId, new Date(now)]);
    },
    /** Releases a step to any process after a time. */
    postpone: async (strategyId: string, until: number) => {
      await oltp.run(POSTPONE, [strategyId, new Date(until)]);
    },
    /** The intent created for a step. */
    intentOf: (lease: StepName) => intentOf(oltp, lease),
    /** Steps that are due. */
    due: (now: number) => count(oltp, DUE, [new Date(now)]),
  };
}

type StepName = Pick<StepLease, 'owner' | 'strategyId' | 'step'>;

async function note(
  queries: Queries,
  lease: StepLease,
  { at, outcome }: { readonly at: number; readonly outcome: StepOutcome },
): Promise<StepOutcome | undefined> {
  const { strategyId, step, dueAt } = lease;
  const held = await first(queries, LOCKED, [strategyId], strategyRow);
  if (held?.stepsTaken !== step - 1) return undefined;
  // Another process may have created it meanwhile, so that this attempt was refused for lack of room.
  const made = outcome.kind === 'refused' ? await intentOf(queries, lease) : undefined;
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
  { owner, strategyId, step }: StepName,
): Promise<string | undefined> {
  return (await first(queries, INTENT, [owner, stepKey(strategyId, step)], z.object({ id: z.string() })))?.id;
}
