import { isLaunchlensError } from '../kernel/errors/error.ts';
import { type RetryOptions as Options, withRetries as retrying } from '../kernel/retries.ts';

export type RetryOptions = Omit<Options, 'askedFor'>;

/** Retries errors whose code allows it, when the node asks or with growing delays. */
export function withRetries<Result>(run: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  return retrying(run, { ...options, askedFor });
}

function askedFor(error: Error): number {
  return isLaunchlensError(error, 'RPC_RATE_LIMITED') ? (error.context.retryAfterMs ?? 0) : 0;
}
