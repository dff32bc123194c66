import { z } from 'zod';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import {
  count,
  earliest,
  first,
  jsonColumn,
  record,
  smallColumn,
  timestampColumn,
} from '../../../core/oltp/statements.ts';
import { nextStepDue } from '../../../core/rules/strategies.ts';
import { STRATEGY_KIND_NAMES } from '../../../schemas/strategies/kinds.ts';
import { intervalMsOf, RUN_TERMS } from '../../../schemas/strategies/run.ts';
import {
  type WatchMemory,
  type WatchSeen,
  watchMemory,
  watchSeen,
} from '../../../schemas/strategies/watch.ts';
import { emitEvent } from '../outbox/emit.ts';
import { insertStep, type StepOutcome, stepKey, stepsOf } from './steps.ts';
import { planColumn, STRATEGY_COLUMNS, type Strategy, strategyRow } from './strategy.ts';

export interface LeaseOptions {
  readonly now: number;
  readonly leaseMs: number;
  readonly most: number;
}

const leased = record({
  id: z.string(),
  kind: z.enum(STRATEGY_KIND_NAMES),
  owner: z.string(),
  credentialId: z.string(),
  name: z.string(),
  plan: planColumn,
  version: smallColumn,
  stepsTaken: smallColumn,
  nextStepAt: timestampColumn,
  memory: jsonColumn(watchMemory).nullable(),
  seen: jsonColumn(watchSeen).nullable(),
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
const NOTED = `UPDATE strategies SET steps_taken = $2, status = $3, next_step_at = $4, updated_at = $5,
    memory = $6::jsonb, seen = $7::jsonb, leased_until = NULL
  WHERE id = $1`;
/** What was seen does not change the strategy: neither its version nor the time of its last change. */
const LOOKED = `UPDATE strategies SET memory = $3::jsonb, seen = $4::jsonb, leased_until = NULL,
    next_step_at = CASE WHEN status = 'active' THEN $2::timestamptz END
  WHERE id = $1 AND version = $5`;
const COMPLETE = `UPDATE strategies SET status = 'completed', next_step_at = NULL, updated_at = $2, leased_until = NULL
  WHERE id = $1 AND status = 'active'`;
const POSTPONE = 'UPDATE strategies SET leased_until = $2 WHERE id = $1';
const INTENT = 'SELECT id FROM intents WHERE owner = $1 AND idempotency_key = $2';
const DUE = 'SELECT count(*) FROM strategies WHERE next_step_at <= $1';
const NEXT = 'SELECT min(next_step_at) AS earliest FROM strategies';

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
    note: (lease: StepLease, noted: Noted) => oltp.transaction((queries) => note(queries, lease, noted)),
    /** Records a look after which nothing is proposed. A change of the strategy since the lease counts more. */
    look: async (lease: StepLease, { next, memory, seen }: Looked) => {
      const values = [new Date(next), JSON.stringify(memory), seen && JSON.stringify(seen), lease.version];
      await oltp.run(LOOKED, [lease.strategyId, ...values]);
    },
    /** Completes a strategy without remaining steps. */
    complete: async (strategyId: string, now: number) => {
      await oltp.run(COMPLETE, [strategyId, new Date(now)]);
    },
    /** Releases a step to any process after a time. */
    postpone: async (strategyId: string, until: number) => {
      await oltp.run(POSTPONE, [strategyId, new Date(until)]);
    },
    /** Undefined before the first. */
    lastStep: async (strategyId: string) => (await stepsOf(oltp, strategyId, { limit: 1 }))[0],
    /** The intent created for a step. */
    intentOf: (lease: StepName) => intentOf(oltp, lease),
    /** Steps that are due. */
    due: (now: number) => count(oltp, DUE, [new Date(now)]),
    /** When the next becomes due; in the past while any is. */
    nextAt: () => earliest(oltp, NEXT),
    writes: oltp.writes,
  };
}

export interface Noted {
  readonly at: number;
  readonly outcome: StepOutcome;
  readonly memory?: WatchMemory | undefined;
  readonly seen?: WatchSeen | undefined;
}

export interface Looked {
  /** When to look again. */
  readonly next: number;
  readonly memory: WatchMemory;
  readonly seen: WatchSeen | undefined;
}

type StepName = Pick<StepLease, 'owner' | 'strategyId' | 'step'>;

async function note(
  queries: Queries,
  lease: StepLease,
  { at, outcome, memory, seen }: Noted,
): Promise<StepOutcome | undefined> {
  const { strategyId, step, dueAt } = lease;
  const held = await first(queries, LOCKED, [strategyId], strategyRow);
  if (held?.stepsTaken !== step - 1) return undefined;
  // Another process may have created it meanwhile, so that this attempt was refused for lack of room.
  const made = outcome.kind === 'refused' ? await intentOf(queries, lease) : undefined;
  const became: StepOutcome = made === undefined ? outcome : { kind: 'proposed', intentId: made };
  await insertStep(queries, strategyId, { step, dueAt, at, seen, outcome: became });
  if (became.kind === 'refused') {
    const { code, detail } = became;
    const about = { strategy_id: strategyId, name: held.name, step, code, detail };
    const data = { ...about, credential_id: lease.credentialId };
    await emitEvent(queries, { kind: 'strategy.step_refused', owner: lease.owner, at, data });
  }
  const status = statusAfter(held, step);
  const next =
    status === 'active' ? new Date(nextStepDue(dueAt, at, intervalMsOf(held.kind, held.plan))) : null;
  await queries.run(NOTED, [
    ...[strategyId, step, status, next, new Date(at)],
    ...[memory && JSON.stringify(memory), seen && JSON.stringify(seen)],
  ]);
  return became;
}

/** A strategy that was paused or cancelled during the step stays so. */
function statusAfter({ kind, status, plan }: Strategy, step: number): Strategy['status'] {
  const last = kind === 'dca' && step >= RUN_TERMS.dca.parse(plan).steps;
  return status === 'active' && last ? 'completed' : status;
}

async function intentOf(
  queries: Queries,
  { owner, strategyId, step }: StepName,
): Promise<string | undefined> {
  return (await first(queries, INTENT, [owner, stepKey(strategyId, step)], z.object({ id: z.string() })))?.id;
}
