import { z } from 'zod';
import type { Clock } from '../../core/kernel/clock.ts';
import { unsignedColumn } from '../../core/olap/columns.ts';
import type { OlapLane } from '../../core/olap/port.ts';

/** What the index vouches for: everything up to `slot`, in rows of at most `revision`. */
export interface Bound {
  readonly slot: bigint;
  readonly revision: bigint;
}

const boundRow = z.object({ slot: unsignedColumn, revision: unsignedColumn });

/** The newest checkpoint, or undefined in an index that has none. */
export async function newestBound(lane: OlapLane, signal?: AbortSignal): Promise<Bound | undefined> {
  const sql = 'SELECT slot, revision FROM checkpoints ORDER BY revision DESC LIMIT 1';
  const [bound] = await lane.query({ sql, ...(signal && { signal }) }, boundRow);
  return bound;
}

export interface WaitOptions {
  readonly lane: OlapLane;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const POLL_MS = 100;

/** Waits until the index covers `slot`; undefined when it did not in time. */
export async function coveringBound(
  slot: bigint,
  { lane, clock, timeoutMs, signal }: WaitOptions,
): Promise<Bound | undefined> {
  const deadline = clock.now() + timeoutMs;
  for (;;) {
    const bound = await newestBound(lane, signal);
    if (bound && bound.slot >= slot) return bound;
    if (clock.now() >= deadline) return undefined;
    await clock.sleep(POLL_MS, signal);
  }
}
