import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { repeat } from '../../../core/kernel/retries.ts';
import { contradictions } from '../../../core/ledger/contradictions.ts';
import { ledgerReach } from '../../../core/ledger/reach.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { Measured } from '../measures.ts';

export const REWARD_MEASURES = {
  prefix: 'launchlens_rewards',
  states: ['contradictions'],
  counts: [],
} as const;

export interface ContradictionWatchOptions {
  /** Where it is looked whether the ledger has grown. */
  readonly ledger: OlapLane;
  /** It has the newest transfers when it is asked. */
  readonly lane: OlapLane;
  readonly stats: Measured<typeof REWARD_MEASURES>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const EVERY_MS = 15_000;
const BACKOFF = { initialMs: 15_000, maximumMs: 300_000 };

/** Counts the payments that contradict the ledger whenever it has grown, until the signal aborts. */
export function watchContradictions(options: ContradictionWatchOptions): Promise<void> {
  const { clock, logger, signal } = options;
  let counted: bigint | undefined;
  return repeat(
    async () => {
      counted = await countContradictions(options, counted);
      return undefined;
    },
    {
      ...{ clock, logger, signal, everyMs: EVERY_MS, backoff: BACKOFF },
      saying: 'counting contradictions of the reward ledger failed and is tried again',
      onFailure: () => undefined,
    },
  );
}

/** @returns the revision of the counted ledger; the given one was counted before */
export async function countContradictions(
  { ledger, lane, stats, logger, signal }: Omit<ContradictionWatchOptions, 'clock'>,
  counted?: bigint,
): Promise<bigint> {
  const { revision } = await ledgerReach(ledger, signal);
  if (revision === counted) return revision;
  let count = 0;
  for await (const _ of contradictions(lane, { revision, signal })) count += 1;
  if (count > (stats.contradictions ?? 0)) {
    logger.warn({ count }, 'payments contradict the reward ledger: see `launchlens rewards check`');
  }
  stats.contradictions = count;
  return revision;
}
