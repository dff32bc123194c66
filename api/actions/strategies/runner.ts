import type { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { type Pubkey, parsePubkey } from '../../../core/kernel/pubkey.ts';
import { repeat } from '../../../core/kernel/retries.ts';
import { intervalMsOf, isWatched, RUN_TERMS, type WatchedKind } from '../../../schemas/strategies/run.ts';
import type { WatchMemory, WatchSeen } from '../../../schemas/strategies/watch.ts';
import type { StepLease, StepLeases } from '../../state/strategies/leases.ts';
import type { StepOutcome } from '../../state/strategies/steps.ts';
import { answerableError } from '../answerable.ts';
import { servingDue } from '../leased-work.ts';
import type { Measured } from '../measures.ts';
import { wireInstant } from '../wire.ts';
import { dueSwap, proposeStep, type Step, type StepContext } from './step.ts';
import { lookAt } from './watch/look.ts';
import { openMarket } from './watch/market.ts';

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
  const due = { leases: context.leases, stats, leaseMs: LEASE_MS, most: MOST_RUNNING };
  const step = servingDue(due, (lease) => serve(context, lease));
  return repeat(() => step(clock.now()), {
    ...{ clock, logger, signal, everyMs, backoff: BACKOFF },
    saying: 'taking steps of strategies failed and is tried again',
    onFailure: () => {
      stats.failures += 1;
    },
  });
}

async function serve(context: RunnerContext, lease: StepLease): Promise<void> {
  const { leases, control } = context;
  const now = control.clock.now();
  const { switchState } = await control.controls.of(parsePubkey(lease.owner));
  // A stopped wallet holds its steps: none is refused or counted until the owner lets it run again.
  if (switchState !== 'on') return leases.postpone(lease.strategyId, now + RETRY_MS);
  if (isWatched(lease.kind)) return watch(context, lease, lease.kind);
  if (lease.step > RUN_TERMS.dca.parse(lease.plan).steps) return leases.complete(lease.strategyId, now);
  return propose(context, { lease, swap: dueSwap(lease) });
}

async function watch(context: RunnerContext, lease: StepLease, kind: WatchedKind): Promise<void> {
  const { leases, control, venues, intents } = context;
  const now = control.clock.now();
  const memory = lease.memory ?? {};
  try {
    const last = await leases.lastStep(lease.strategyId);
    const market = (owner: Pubkey) => openMarket({ venues, chain: intents.chain, owner });
    const looked = await lookAt({ kind, lease, last, market, now });
    if (looked.kind === 'completed') return await leases.complete(lease.strategyId, now);
    if (looked.kind === 'acts') return await propose(context, { lease, ...looked }, looked);
    return await leases.look(lease, { ...looked, seen: looked.seen ?? lease.seen });
  } catch (error) {
    const failure = answerableError(error);
    if (passing(context, lease, { error, failure })) return leases.postpone(lease.strategyId, now + RETRY_MS);
    const seen: WatchSeen = { at: wireInstant(now), sentence: failure.message, price: null, source: null };
    return leases.look(lease, { memory, seen, next: now + RETRY_MS });
  }
}

async function propose(
  context: RunnerContext,
  step: Step,
  remembered?: { readonly memory: WatchMemory; readonly before: WatchMemory },
): Promise<void> {
  const { leases, stats, control } = context;
  const { clock } = control;
  const { lease, seen } = step;
  const outcome = await outcomeOf(context, step);
  if (outcome === undefined) return leases.postpone(lease.strategyId, clock.now() + RETRY_MS);
  const memory = outcome.kind === 'proposed' ? remembered?.memory : remembered?.before;
  const became = await leases.note(lease, { at: clock.now(), outcome, memory, seen });
  if (became !== undefined) stats[became.kind] += 1;
}

/** Undefined if the result may differ later, and the step has time. */
async function outcomeOf(context: RunnerContext, step: Step): Promise<StepOutcome | undefined> {
  const { lease } = step;
  try {
    return { kind: 'proposed', intentId: await proposeStep(context, step) };
  } catch (error) {
    const failure = answerableError(error);
    // A step that waits for a price has no next one that it would delay.
    const until = lease.dueAt + intervalMsOf(lease.kind, lease.plan);
    const hasTime = isWatched(lease.kind) || context.control.clock.now() + RETRY_MS < until;
    if (passing(context, lease, { error, failure }) && hasTime) return undefined;
    return { kind: 'refused', code: failure.code.toLowerCase(), detail: failure.message };
  }
}

/** Whether a failure may pass, which is logged and counted. */
function passing(
  { logger, stats }: RunnerContext,
  { strategyId, step }: StepLease,
  { error, failure }: { readonly error: unknown; readonly failure: LaunchlensError },
): boolean {
  const passes = failure.retryable || failure.code === 'INTERNAL';
  if (!passes) return false;
  stats.failures += 1;
  logger.warn({ err: error, strategy: strategyId, step }, 'a step could not be taken');
  return true;
}
