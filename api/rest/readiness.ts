import type { Clock } from '../../core/kernel/clock.ts';
import { counted } from '../../core/kernel/counted.ts';
import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { LatestStore } from '../read/latest/store.ts';
import type { Unrepaired } from '../read/unrepaired.ts';

export interface ReadinessBounds {
  /** More slots behind the chain than this is not caught up. */
  readonly lagSlots: number;
  /** A newest checkpoint older than this means that no indexer is at work. */
  readonly checkpointAgeMs: number;
}

export const READINESS_BOUNDS: ReadinessBounds = { lagSlots: 150, checkpointAgeMs: 60_000 };

/** Why an index is not ready, for programs. */
export type NotReadyCode = 'loading' | 'failing' | 'lagging' | 'stale' | 'different';

export interface NotReady {
  readonly code: NotReadyCode;
  /** One sentence for people. */
  readonly detail: string;
}

export interface ReadinessParts {
  readonly store: Pick<LatestStore, 'status' | 'held'>;
  readonly clock: Clock;
  readonly bounds?: ReadinessBounds | undefined;
  /** What the newest audit left unrepaired. */
  readonly unrepaired?: (() => Promise<Unrepaired | undefined>) | undefined;
}

/** Why the index should not be relied on now; undefined when it may. It recovers by itself. */
export async function notReady(parts: ReadinessParts): Promise<NotReady | undefined> {
  const { store, clock, bounds = READINESS_BOUNDS } = parts;
  const { status, held } = store;
  if (status.phase !== 'ready' || held === undefined) {
    const reason = status.phase === 'ready' ? 'the newest state is not loaded' : status.reason;
    const { message: detail } = new LaunchlensError('MIRROR_NOT_READY', { reason });
    return { code: status.phase === 'failing' ? 'failing' : 'loading', detail };
  }
  const { slot, chainSlot, indexedAt } = held.stamp.checkpoint;
  const age = clock.now() - indexedAt;
  if (age > bounds.checkpointAgeMs) {
    const seconds = Math.round(age / 1000);
    return { code: 'stale', detail: `The index has stood still for ${seconds} s at slot ${slot}.` };
  }
  const lag = chainSlot - slot;
  if (lag > BigInt(bounds.lagSlots)) {
    return {
      code: 'lagging',
      detail: `The index is ${counted(lag, 'slot')} behind the chain, more than ${bounds.lagSlots}.`,
    };
  }
  return different(parts);
}

async function different({ unrepaired }: ReadinessParts): Promise<NotReady | undefined> {
  try {
    const found = await unrepaired?.();
    if (!found) return undefined;
    const { slot, differences } = found;
    return {
      code: 'different',
      detail: `The audit at slot ${slot} left ${counted(differences, 'account')} different from the chain.`,
    };
  } catch (error) {
    if (!isLaunchlensError(error)) throw error;
    return { code: 'failing', detail: `The audits cannot be read (${error.code}).` };
  }
}
