import { z } from 'zod';
import type { Clock } from '../../core/kernel/clock.ts';
import { type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import { type Checkpoint, newestCheckpoint } from '../model/checkpoint.ts';

/** What the index covers: everything up to `slot`, in rows of at most `revision`. */
export interface Bound {
  readonly slot: bigint;
  readonly revision: bigint;
}

export interface WaitOptions {
  readonly lane: OlapLane;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called before each look (see `AuditedIndex`). */
  readonly reach?: ((slot: bigint) => Promise<void>) | undefined;
}

const POLL_MS = 100;

/** Waits until the index covers `slot`; undefined after a timeout. */
export async function coveringBound(
  slot: bigint,
  { lane, clock, timeoutMs, signal, reach }: WaitOptions,
): Promise<Checkpoint | undefined> {
  const deadline = clock.now() + timeoutMs;
  for (;;) {
    await reach?.(slot);
    const bound = await newestCheckpoint(lane, signal);
    if (bound && bound.slot >= slot) return bound;
    if (clock.now() >= deadline) return undefined;
    await clock.sleep(POLL_MS, signal);
  }
}

/** A node may answer from up to this many slots below the checkpoint: the index knows those too. */
const BELOW_CHECKPOINT = 32n;

const readRow = z.object({ held: unsignedColumn.nullable() });
const LAST_READ = `SELECT maxOrNull(to_slot) AS held FROM coverage WHERE state IN ('lost', 'snapshot')`;

/** The first slot after every loss and at or above every snapshot: from here on the index has complete states. */
export async function wholeFrom(lane: OlapLane, signal: AbortSignal): Promise<bigint> {
  const [row] = await lane.query({ sql: LAST_READ, signal }, readRow);
  return row?.held ?? 0n;
}

/** The first slot at which the index can be compared: slightly below its checkpoint, and after every loss. */
export async function comparableFrom({ slot }: Bound, lane: OlapLane, signal: AbortSignal): Promise<bigint> {
  const below = slot > BELOW_CHECKPOINT ? slot - BELOW_CHECKPOINT : 0n;
  const held = await wholeFrom(lane, signal);
  return held > below ? held : below;
}
