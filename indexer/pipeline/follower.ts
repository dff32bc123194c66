import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { backoffDelay } from '../../core/kernel/retries.ts';
import type { Fork } from '../track/unfinalized-tail.ts';
import { describeEnd, leavesUnanswered, nextStep, type SessionEnd } from './next-step.ts';
import { countEnd, type PipelineStats } from './stats.ts';

/** The possible next steps, and the position of the index. */
export interface FollowedChain {
  /** The last slot delivered in order; undefined before the first snapshot. */
  readonly head: bigint | undefined;
  /** Opens a stream from a few slots below the head and follows it until it ends. */
  resume(signal: AbortSignal): Promise<SessionEnd>;
  /** Reads the chain by RPC while the stream is held, then follows that stream until it ends. */
  splice(cause: string, signal: AbortSignal): Promise<SessionEnd>;
  /** Rolls back slots of a dead fork; returns whether a stream can continue from there or the chain must be read. */
  rollBack(fork: Fork): Promise<'resume' | 'splice'>;
}

export interface FollowerOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly stats: PipelineStats;
  readonly signal: AbortSignal;
}

const BACKOFF = { initialMs: 250, maximumMs: 15_000 };

/**
 * Follows the chain until the signal aborts. `nextStep` decides what follows each end of a stream; the wait grows
 * while streams end without moving the head, whether they failed to open or ended after being accepted.
 * @throws STREAM_REFUSED while nothing is indexed, and any error of a snapshot that retrying cannot fix
 */
export async function followChain(chain: FollowedChain, options: FollowerOptions): Promise<void> {
  const { signal, logger, stats } = options;
  let splice: string | undefined = chain.head === undefined ? 'first start' : undefined;
  let attempts = 0;
  let unanswered = 0;
  while (!signal.aborted) {
    const before = chain.head;
    const end = await follow(chain, options, splice);
    const moved = chain.head !== before;
    attempts = moved ? 0 : attempts + 1;
    unanswered = moved ? 0 : unanswered + (leavesUnanswered(end) ? 1 : 0);
    const step = nextStep(end, unanswered, chain.head !== undefined);
    stats.lastEnd = describeEnd(end);
    if (step.kind === 'stop') return;
    if (step.kind === 'fail') throw step.error;
    countEnd(stats, end);
    logger[levelOf(end)]({ end: stats.lastEnd, next: step.kind, attempts }, 'stream ended');
    const next = step.kind === 'roll_back' ? await rollBack(chain, options, step.fork) : step.kind;
    splice = next === 'splice' || chain.head === undefined ? stats.lastEnd : undefined;
    if (step.kind !== 'resume' || step.afterBackoff) await pause(options, attempts);
  }
}

/** Only a refusal needs somebody to do something. */
const levelOf = ({ kind }: SessionEnd): 'error' | 'warn' | 'info' =>
  kind === 'refused' ? 'error' : kind === 'frozen' ? 'warn' : 'info';

async function follow(
  chain: FollowedChain,
  { signal, logger }: FollowerOptions,
  splice: string | undefined,
): Promise<SessionEnd> {
  try {
    return splice === undefined ? await chain.resume(signal) : await chain.splice(splice, signal);
  } catch (error) {
    if (signal.aborted) return { kind: 'closed' };
    if (!(error instanceof LaunchlensError) || !error.retryable) throw error;
    logger.warn({ code: error.code, detail: error.message }, 'the chain could not be read, retrying');
    return { kind: 'disconnected', detail: error.message };
  }
}

/** Retries a rollback until it succeeds: nothing may follow before it is done. */
async function rollBack(
  chain: FollowedChain,
  options: FollowerOptions,
  fork: Fork,
): Promise<'resume' | 'splice'> {
  const { signal, logger } = options;
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await chain.rollBack(fork);
    } catch (error) {
      if (signal.aborted) return 'resume';
      if (!(error instanceof LaunchlensError) || !error.retryable) throw error;
      logger.warn({ code: error.code, detail: error.message }, 'a rollback failed, retrying');
      await pause(options, attempts);
    }
  }
}

async function pause({ clock, signal, stats }: FollowerOptions, attempts: number): Promise<void> {
  stats.state = 'reconnecting';
  stats.reconnects += 1;
  await clock.sleep(backoffDelay(attempts, BACKOFF), signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
