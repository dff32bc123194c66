import { backoffDelay } from '../../core/kernel/backoff.ts';
import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { Fork } from '../track/unfinalized-tail.ts';
import { describeEnd, leavesUnanswered, nextStep } from './next-step.ts';
import { countEnd, type PipelineStats } from './stats.ts';
import type { SessionEnd } from './stream-session.ts';

/** The two ways to go on, and where the index stands. */
export interface FollowerPorts {
  /** Opens a stream from a few slots below the head and follows it until it ends. */
  readonly resume: (signal: AbortSignal) => Promise<SessionEnd>;
  /** Reads the chain by RPC under a held stream, then follows that stream until it ends. */
  readonly splice: (cause: string, signal: AbortSignal) => Promise<SessionEnd>;
  /** Takes slots of a fork that died back; says whether a stream can go on from there or the chain must be read. */
  readonly takeBack: (fork: Fork, signal: AbortSignal) => Promise<'resume' | 'splice'>;
  /** The last slot that left in order; undefined before the first snapshot. */
  readonly head: () => bigint | undefined;
}

export interface FollowerOptions extends FollowerPorts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly stats: PipelineStats;
  readonly signal: AbortSignal;
  readonly random?: () => number;
}

const BACKOFF = { initialMs: 250, maximumMs: 15_000 };

/**
 * Follows the chain until the signal aborts. Every end of a stream is answered by what `nextStep` decides; waiting
 * grows while streams end without moving the head, whether they failed to open or ended after being accepted.
 * @throws STREAM_REFUSED, and whatever a snapshot fails with that trying again cannot mend.
 */
export async function followChain(options: FollowerOptions): Promise<void> {
  const { signal, logger, stats } = options;
  let splice: string | undefined = options.head() === undefined ? 'first start' : undefined;
  let attempts = 0;
  let unanswered = 0;
  while (!signal.aborted) {
    const before = options.head();
    const end = await attempt(options, splice);
    const moved = options.head() !== before;
    attempts = moved ? 0 : attempts + 1;
    unanswered = moved ? 0 : unanswered + (leavesUnanswered(end) ? 1 : 0);
    const step = nextStep(end, unanswered);
    stats.lastEnd = describeEnd(end);
    if (step.kind === 'stop') return;
    if (step.kind === 'fail') throw step.error;
    countEnd(stats, end);
    const level = end.kind === 'frozen' ? 'warn' : 'info';
    logger[level]({ end: stats.lastEnd, next: step.kind, attempts }, 'stream ended');
    const next = step.kind === 'take_back' ? await settle(options, step.fork) : step.kind;
    splice = next === 'splice' || options.head() === undefined ? stats.lastEnd : undefined;
    if (step.kind !== 'resume' || step.afterBackoff) await pause(options, attempts);
  }
}

/** Takes back, and again for as long as it fails in passing: nothing may follow before it is done. */
async function settle(options: FollowerOptions, fork: Fork): Promise<'resume' | 'splice'> {
  const { signal, logger } = options;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await options.takeBack(fork, signal);
    } catch (error) {
      if (signal.aborted) return 'resume';
      if (!(error instanceof LaunchlensError) || !error.retryable) throw error;
      logger.warn({ code: error.code, detail: error.message }, 'a take-back failed and is tried again');
      await pause(options, attempts);
    }
  }
}

async function attempt(options: FollowerOptions, splice: string | undefined): Promise<SessionEnd> {
  const { signal, logger } = options;
  try {
    return splice === undefined ? await options.resume(signal) : await options.splice(splice, signal);
  } catch (error) {
    if (signal.aborted) return { kind: 'closed' };
    if (!(error instanceof LaunchlensError) || !error.retryable) throw error;
    logger.warn({ code: error.code, detail: error.message }, 'the chain could not be read, trying again');
    return { kind: 'disconnected', detail: error.message };
  }
}

async function pause({ clock, signal, stats, random }: FollowerOptions, attempts: number): Promise<void> {
  stats.state = 'reconnecting';
  stats.reconnects += 1;
  const delay = backoffDelay(attempts, random ? { ...BACKOFF, random } : BACKOFF);
  await clock.sleep(delay, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
