import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import { type Checkpoint, newestCheckpoint } from '../../model/checkpoint.ts';
import { askForRepair, type RepairAnswer, repairAnswer } from '../../model/repair-requests.ts';

/** A running indexer is a few slots behind; one that has not moved for this long has stopped. */
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

/** An indexer checks for requests once a second; one that has not taken this one by now does not support them. */
const TAKE_MS = 60_000;
const REPAIR_MS = 600_000;

/** Asks the running indexer to repair differences. @throws the errors of the store */
export async function repairedByIndexer({ lane, clock, signal }: WaitOptions): Promise<RepairAnswer> {
  const id = randomUUID();
  await askForRepair(lane, id);
  const askedAt = clock.now();
  for (;;) {
    await clock.sleep(LOOK_MS, signal);
    const answer = await repairAnswer(lane, id, signal);
    if (answer?.state === 'done' || answer?.state === 'failed') return answer;
    const waited = clock.now() - askedAt;
    const taken = answer?.state === 'taken';
    if (waited < (taken ? REPAIR_MS : TAKE_MS)) continue;
    const seconds = Math.round(waited / 1000);
    const detail = `the running indexer ${taken ? 'has not finished' : 'took no notice'} within ${seconds} s`;
    return { state: 'failed', slot: 0n, differing: 0n, repaired: 0n, detail };
  }
}
