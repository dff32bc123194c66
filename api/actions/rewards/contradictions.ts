import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { repeat } from '../../../core/kernel/repeat.ts';
import { contradictions } from '../../../core/ledger/contradictions.ts';
import { ledgerReach } from '../../../core/ledger/reach.ts';
import type { OlapLane } from '../../../core/olap/port.ts';

/** The last count; undefined before the first. */
export interface ContradictionStats {
  count: number | undefined;
  /** Of the counted ledger. */
  revision: bigint | undefined;
}

export interface ContradictionWatchOptions {
  readonly lane: OlapLane;
  readonly stats: ContradictionStats;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const EVERY_MS = 15_000;
const BACKOFF = { initialMs: 15_000, maximumMs: 300_000 };

/** Counts the payments that contradict the ledger whenever it has grown, until the signal aborts. */
export function watchContradictions(options: ContradictionWatchOptions): Promise<void> {
  const { clock, logger, signal } = options;
  return repeat(
    async () => {
      await countContradictions(options);
      return undefined;
    },
    {
      ...{ clock, logger, signal, everyMs: EVERY_MS, backoff: BACKOFF },
      saying: 'counting contradictions of the reward ledger failed and is tried again',
      onFailure: () => undefined,
    },
  );
}

export async function countContradictions({
  lane,
  stats,
  logger,
  signal,
}: Omit<ContradictionWatchOptions, 'clock'>): Promise<void> {
  const { revision } = await ledgerReach(lane, signal);
  if (revision === stats.revision) return;
  let count = 0;
  for await (const _ of contradictions(lane, { revision, signal })) count += 1;
  if (count > (stats.count ?? 0)) {
    logger.warn({ count }, 'payments contradict the reward ledger: see `launchlens rewards check`');
  }
  stats.count = count;
  stats.revision = revision;
}
