import type { Logger } from '../../../core/kernel/logger.ts';
import { AT_ONCE, repeat, type Worked } from '../../../core/kernel/retries.ts';
import { dcaTerms } from '../../../schemas/strategies/kinds.ts';
import type { StepLease, StepLeases } from '../../state/strategies/leases.ts';
import type { StepOutcome } from '../../state/strategies/steps.ts';
import { answerableError } from '../answerable.ts';
import type { Measured } from '../measures.ts';
import { proposeStep, type StepContext } from './step.ts';

const MOST_RUNNING = 4;
/** Longer than a step takes: venue and node answer within seconds, or not at all. */
const LEASE_MS = 120_000;
/** Temporary failures are retried until the next step is due. */
const RETRY_MS = 60_000;
const EVERY_MS = 1_000;
const BACKOFF = { initialMs: 1_000, maximumMs: 30_000 };

export const STRATEGY_MEASURES = {
  prefix: 'launchlens_strategies',
  states: ['due'],
  counts: ['proposed', 'refused', 'failures'],
} as const;

export interface RunnerContext extends StepContext {
  readonly leases: StepLeases;
  readonly stats: Measured<typeof STRATEGY_MEASURES>;
  readonly logger: Logger;
}

export interface RunnerOptions {
  readonly context: RunnerContext;
  readonly everyMs?: number;
  readonly signal: AbortSignal;
}

/** Runs due strategy steps until the signal aborts; running steps are completed then. */
export function runStrategies({ context, everyMs = EVERY_MS, signal }: RunnerOptions): Promise<void> {
  const { stats, logger } = context;
  const { clock } = context.control;
  return repeat(() => takeDue(context), {
    ...{ clock, logger, signal, everyMs, backoff: BACKOFF },
    saying: 'taking steps of strategies failed and is tried again',
    onFailure: () => {
      stats.failures += 1;
    },
  });
}

async function takeDue(context: RunnerContext): Promise<Worked> {
  const { leases, stats, control } = context;
  const now = control.clock.now();
  stats.due = await leases.due(now);
  const taken = await leases.take({ now, leaseMs: LEASE_MS, most: MOST_RUNNING });
  const served = await Promise.allSettled(taken.map((lease) => serve(context, lease)));
  // A step that could not be recorded blocks no other; its lease expires, and any process may take it.
  for (const each of served) if (each.status === 'rejected') throw each.reason;
  return taken.length === MOST_RUNNING ? AT_ONCE : undefined;
}

async function serve(context: RunnerContext, lease: StepLease): Promise<void> {
  const { leases, stats, control } = context;
  const { clock } = control;
  if (lease.step > dcaTerms.parse(lease.plan).steps) return leases.complete(lease.strategyId, clock.now());
  const outcome = await outcomeOf(context, lease);
  if (outcome === undefined) return leases.postpone(lease.strategyId, clock.now() + RETRY_MS);
  const became = await leases.note(lease, clock.now(), outcome);
  if (became !== undefined) stats[became.kind] += 1;
}

/** Undefined if the result may differ later, and the step has time. */
async function outcomeOf(context: RunnerContext, lease: StepLease): Promise<StepOutcome | undefined> {
  const { logger, stats, control } = context;
  try {
    return { kind: 'proposed', intentId: await proposeStep(context, lease) };
  } catch (error) {
    const failure = answerableError(error);
    const passes = failure.retryable || failure.code === 'INTERNAL';
    if (passes) {
      stats.failures += 1;
      logger.warn({ err: error, strategy: lease.strategyId, step: lease.step }, 'a step could not be taken');
    }
    const until = lease.dueAt + dcaTerms.parse(lease.plan).interval_seconds * 1000;
    if (passes && control.clock.now() + RETRY_MS < until) return undefined;
    return { kind: 'refused', code: failure.code.toLowerCase(), detail: failure.message };
  }
}
