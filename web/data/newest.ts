import { againAfter } from './failure.ts';

/** The refresh interval for what only time changes. */
const MOVING_MS = 5_000;
/** The refresh interval if no events arrive. */
const FALLBACK_MS = 15_000;

export interface Standing {
  /** Undefined for the newest. */
  readonly slot: number | undefined;
  readonly error: Error | null;
  /** Whether only time changes what is shown. */
  readonly moves: boolean;
}

const FULLY_UNLOCKED_BPS = 10_000n;

interface Unlocking {
  readonly release: { readonly unlockedBps: bigint | null } | null;
}

/** Whether only time changes what is shown of a launch: the time left until it is settled, then what has unlocked. */
export function movesWithTime(settlement: Unlocking | null): boolean {
  if (settlement === null) return true;
  return settlement.release !== null && settlement.release.unlockedBps !== FULLY_UNLOCKED_BPS;
}

/** When an answer is refreshed without a change event, in milliseconds. A past slot is never refreshed. */
export function nextAskMs({ slot, error, moves }: Standing): number | false {
  const failing = againAfter(error);
  if (slot !== undefined || failing !== false) return failing;
  return moves ? MOVING_MS : FALLBACK_MS;
}
