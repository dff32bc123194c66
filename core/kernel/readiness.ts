import { counted } from './counted.ts';

export interface ReadinessBounds {
  /** An index more than this many slots behind the chain is not caught up. */
  readonly lagSlots: number;
  /** If the newest checkpoint is older than this, no indexer is running. */
  readonly checkpointAgeMs: number;
}

export const READINESS_BOUNDS: ReadinessBounds = { lagSlots: 150, checkpointAgeMs: 60_000 };

/** Why an index is not ready, as a code. */
export type NotReadyCode = 'loading' | 'standby' | 'failing' | 'lagging' | 'stale' | 'different';

export interface NotReady {
  readonly code: NotReadyCode;
  /** One sentence for people. */
  readonly detail: string;
}

/** The state of an index by its newest checkpoint. */
export interface IndexStanding {
  readonly slot: bigint;
  readonly chainSlot: bigint;
  /** Milliseconds since the Unix epoch at which the checkpoint was written. */
  readonly indexedAt: number;
}

/** Why an index should not be relied on at the time `now`: it has stopped, or is too far behind. */
export function notCaughtUp(
  { slot, chainSlot, indexedAt }: IndexStanding,
  { lagSlots, checkpointAgeMs }: ReadinessBounds,
  now: number,
): NotReady | undefined {
  const age = now - indexedAt;
  if (age > checkpointAgeMs) {
    const seconds = Math.round(age / 1000);
    return { code: 'stale', detail: `The index has stood still for ${seconds} s at slot ${slot}.` };
  }
  const lag = chainSlot - slot;
  if (lag <= BigInt(lagSlots)) return undefined;
  const detail = `The index is ${counted(lag, 'slot')} behind the chain, more than ${lagSlots}.`;
  return { code: 'lagging', detail };
}

/** What an audit at `slot` could not repair. */
export function leftDifferent(slot: bigint, differences: bigint): NotReady {
  const accounts = counted(differences, 'account');
  return {
    code: 'different',
    detail: `The audit at slot ${slot} left ${accounts} different from the chain.`,
  };
}
