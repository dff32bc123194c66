import { isLaunchlensError } from '../kernel/errors/error.ts';
import { type RetryOptions as Options, withRetries as retrying } from '../kernel/retries.ts';

export type RetryOptions = Omit<Options, 'askedFor'>;

/** Runs again after the errors whose code allows it, as late as the node asks and else ever later. */
export function withRetries<Result>(run: () => Promise<Result>, options: RetryOptions): Promise<Result> {
  return retrying(run, { ...options, askedFor });
}

function askedFor(error: Error): number {
  return isLaunchlensError(error, 'RPC_RATE_LIMITED') ? (error.context.retryAfterMs ?? 0) : 0;
}
