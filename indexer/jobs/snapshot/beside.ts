import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { Checkpoint } from '../../write/checkpoint.ts';
import { newestCheckpoint } from '../../write/resume/progress.ts';

/** An indexer that follows is a few slots behind; one that has not moved for this long follows no more. */
const STANDSTILL_MS = 120_000;
const LOOK_MS = 250;

export interface WaitOptions {
  readonly lane: OlapLane;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Waits until the running indexer's checkpoint covers `slot`. @throws INDEX_STANDS_STILL */
export async function checkpointCovers(
  slot: bigint,
  { lane, clock, signal }: WaitOptions,
): Promise<Checkpoint> {
  let seen: bigint | undefined;
  let movedAt = clock.now();
  for (;;) {
    const checkpoint = await newestCheckpoint(lane);
    if (checkpoint && checkpoint.slot >= slot) return checkpoint;
    if (checkpoint?.slot !== seen) movedAt = clock.now();
    seen = checkpoint?.slot;
    if (clock.now() - movedAt > STANDSTILL_MS) {
      throw new LaunchlensError('INDEX_STANDS_STILL', { slot, head: seen, seconds: STANDSTILL_MS / 1000 });
    }
    await clock.sleep(LOOK_MS, signal);
  }
}
