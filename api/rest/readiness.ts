import type { Clock } from '../../core/kernel/clock.ts';
import type { LatestStore } from '../read/latest/store.ts';

export interface ReadinessBounds {
  /** More slots behind the chain than this is not caught up. */
  readonly lagSlots: number;
  /** A newest checkpoint older than this means that the index stands still. */
  readonly checkpointAgeMs: number;
}

export const READINESS_BOUNDS: ReadinessBounds = { lagSlots: 150, checkpointAgeMs: 60_000 };

/** Why the API is not caught up with the chain; undefined when it is. */
export function notReadyReason(
  store: LatestStore,
  clock: Clock,
  bounds: ReadinessBounds = READINESS_BOUNDS,
): string | undefined {
  const { status, held } = store;
  if (status.phase !== 'ready' || held === undefined) {
    return status.phase === 'ready' ? 'the newest state is not loaded' : status.reason;
  }
  const { slot, chainSlot, indexedAt } = held.stamp.checkpoint;
  const lag = chainSlot - slot;
  if (lag > BigInt(bounds.lagSlots)) {
    return `the index is ${lag} slots behind the chain, more than ${bounds.lagSlots}`;
  }
  const age = clock.now() - indexedAt;
  if (age <= bounds.checkpointAgeMs) return undefined;
  return `the index has stood still for ${Math.round(age / 1000)} s at slot ${slot}`;
}
