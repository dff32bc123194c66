import type { Logger } from '../../../core/kernel/logger.ts';
import { repeat } from '../../../core/kernel/repeat.ts';
import { type FollowContext, followSubmitted, type IntentWatchStats } from './follow.ts';

export interface IntentWatchOptions {
  readonly context: FollowContext;
  readonly stats: IntentWatchStats;
  readonly logger: Logger;
  readonly everyMs?: number;
  readonly signal: AbortSignal;
}

const EVERY_MS = 1_000;
const BACKOFF = { initialMs: 1_000, maximumMs: 30_000 };
/** Overdue intents moved per check; the others wait for the next. */
const MOST_OVERDUE = 500;

/** Follows intents until the signal aborts. Failures are retried. */
export function watchIntents(options: IntentWatchOptions): Promise<void> {
  const { context, stats, logger, signal, everyMs = EVERY_MS } = options;
  return repeat(
    async () => {
      await expireOverdue(options);
      await followSubmitted(context, stats, signal);
      return undefined;
    },
    {
      ...{ clock: context.clock, logger, signal, everyMs, backoff: BACKOFF },
      saying: 'following intents failed and is tried again',
      onFailure: () => {
        stats.failures += 1;
      },
    },
  );
}

async function expireOverdue({ context, stats, signal }: IntentWatchOptions): Promise<void> {
  const { intents, clock } = context;
  for (const id of await intents.overdue(clock.now(), MOST_OVERDUE)) {
    if (signal.aborted) return;
    const step = { at: clock.now(), movedBy: 'time', reason: 'nobody submitted it in time' } as const;
    if (await intents.moves.expire(id, step)) stats.expired += 1;
  }
}
