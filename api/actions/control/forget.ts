import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { AT_ONCE, repeat } from '../../../core/kernel/retries.ts';
import type { CallDecisions } from '../../state/control/call-decisions.ts';
import type { Measured } from '../measures.ts';

export const RETENTION_MEASURES = {
  prefix: 'launchlens_call_decisions',
  states: [],
  counts: ['forgotten', 'forgetFailures'],
} as const;

export interface ForgetOptions {
  readonly decisions: Pick<CallDecisions, 'forget'>;
  readonly retentionDays: number;
  readonly stats: Measured<typeof RETENTION_MEASURES>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const DAY_MS = 86_400_000;
const EVERY_MS = 3_600_000;
const BACKOFF = { initialMs: 60_000, maximumMs: 3_600_000 };
/** Few enough that nobody who records a call waits for it. */
export const FORGOTTEN_AT_ONCE = 1_000;

/** Deletes old decisions about calls, some at a time, until the signal aborts. */
export function forgetOldDecisions(options: ForgetOptions): Promise<void> {
  const { decisions, retentionDays, stats, clock, logger, signal } = options;
  return repeat(
    async () => {
      const before = clock.now() - retentionDays * DAY_MS;
      const forgotten = await decisions.forget(before, FORGOTTEN_AT_ONCE);
      stats.forgotten += forgotten;
      return forgotten === FORGOTTEN_AT_ONCE ? AT_ONCE : undefined;
    },
    {
      ...{ clock, logger, signal, everyMs: EVERY_MS, backoff: BACKOFF },
      saying: 'deleting old decisions about calls failed and is tried again',
      onFailure: () => {
        stats.forgetFailures += 1;
      },
    },
  );
}
