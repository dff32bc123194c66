import type { LaunchStatus, Phase } from '../../schemas/launch-statuses.ts';
import { percent, relative, shareBps } from './formats.ts';

export type Tone = 'plain' | 'good' | 'info' | 'warn' | 'bad';

/** How a status is shown. */
export interface StatusText {
  readonly label: string;
  readonly tone: Tone;
  /** What it means for whoever it concerns. */
  readonly meaning: string;
}

export const PHASES: Readonly<Record<Phase, StatusText>> = {
  not_created: { label: 'No launch', tone: 'plain', meaning: 'No launch exists.' },
  pending: { label: 'Pending', tone: 'info', meaning: 'Created, and not open for pledges yet.' },
  active: { label: 'Active', tone: 'good', meaning: 'Open for pledges.' },
  succeeded: {
    label: 'Succeeded',
    tone: 'good',
    meaning: 'The minimum was reached. Pledgers receive their share as it unlocks.',
  },
  failed: { label: 'Failed', tone: 'bad', meaning: 'The minimum was missed. Every pledge can be refunded.' },
  finalized: {
    label: 'Finalized',
    tone: 'plain',
    meaning: 'The raise was collected. Pledgers receive their share as it unlocks.',
  },
};

interface PhaseTimes {
  readonly phase: Phase;
  /** Unix seconds. */
  readonly startTs: bigint;
  readonly endTs: bigint;
}

/** The time left, by the slot's time in Unix seconds. Empty if unknown. */
export function timeLeft({ phase, startTs, endTs }: PhaseTimes, now: bigint | undefined): string | undefined {
  if (now === undefined) return undefined;
  switch (phase) {
    case 'pending':
      return startTs > now
        ? `Opens ${relative(startTs, now)}`
        : `Should have opened ${relative(startTs, now)}; its authority has not opened it`;
    case 'active':
      if (startTs > now) return `Takes pledges ${relative(startTs, now)}`;
      return endTs > now
        ? `Closes ${relative(endTs, now)}`
        : `Closed ${relative(endTs, now)}, waiting to be settled`;
    case 'succeeded':
    case 'failed':
    case 'finalized':
      return endTs > now ? undefined : `Pledging closed ${relative(endTs, now)}`;
    default:
      return undefined;
  }
}

/** Terms of a release, as in a LaunchConfig. Unix seconds and seconds. */
interface ReleaseTerms {
  readonly startTs: bigint;
  readonly cliffSeconds: bigint;
  readonly durationSeconds: bigint;
}

interface ReleasePoint {
  /** Unix seconds. */
  readonly time: bigint;
  /** Basis points of the entitlement, truncated. */
  readonly unlockedBps: bigint;
}

/**
 * The corners of a release: nothing before the cliff, then the share of the time since the start, then linear up to the
 * end. A test compares them with the rule that answers use.
 */
export function releaseCorners({ startTs, cliffSeconds, durationSeconds }: ReleaseTerms): ReleasePoint[] {
  const cliff = startTs + cliffSeconds;
  const end = startTs + (durationSeconds > cliffSeconds ? durationSeconds : cliffSeconds);
  const atCliff = cliff >= end ? FULL : (FULL * cliffSeconds) / durationSeconds;
  return [
    { time: startTs, unlockedBps: 0n },
    { time: cliff, unlockedBps: 0n },
    { time: cliff, unlockedBps: atCliff },
    { time: end, unlockedBps: FULL },
  ];
}

export interface RaiseAmounts {
  /** Pledge-mint base units. */
  readonly totalPledged: bigint;
  readonly minRaise: bigint;
  /** 0 if the raise is unlimited. */
  readonly maxRaise: bigint;
}

const FULL = 10_000n;

/** The end of the bar: the maximum; without one, the minimum or the raise beyond it. */
function barEnd({ totalPledged, minRaise, maxRaise }: RaiseAmounts): bigint {
  const bound = maxRaise > 0n ? maxRaise : minRaise;
  return totalPledged > bound ? totalPledged : bound;
}

/** The raise against its minimum and its maximum. */
export function raiseProgress(amounts: RaiseAmounts) {
  const { totalPledged, minRaise, maxRaise } = amounts;
  const end = barEnd(amounts);
  const place = (value: bigint): number => Number(end === 0n ? 0n : (value * FULL) / end) / 100;
  return {
    /** How much of the bar is full, and where the minimum is on it, in percent of its width, which is the maximum. */
    filled: place(totalPledged),
    minimumAt: place(minRaise),
    /** Both in words. */
    ofMinimum: minRaise === 0n ? 'no minimum' : `${share(totalPledged, minRaise)} of the minimum`,
    ofMaximum: maxRaise === 0n ? 'no maximum' : `${share(totalPledged, maxRaise)} of the maximum`,
  };
}

/** Something is never shown as nothing. */
function share(part: bigint, whole: bigint): string {
  const bps = shareBps(part, whole);
  return bps === 0n && part > 0n ? `less than ${percent(1n)}` : percent(bps);
}

interface CurveTerms {
  readonly status: LaunchStatus;
  /** The slot of the launch's last change. */
  readonly updatedSlot: bigint;
  /** The slot shown. */
  readonly slot: bigint;
}

/** Where the curve of a raise ends: at the slot shown while the launch takes pledges, otherwise where it was settled. */
export function curveEnd({ status, updatedSlot, slot }: CurveTerms): bigint {
  return status === 'pending' || status === 'active' ? slot : updatedSlot;
}

export interface EscrowFacts {
  readonly status: LaunchStatus;
  readonly totalPledged: bigint;
  /** Already refunded. */
  readonly refunded: bigint;
  /** Null if the token account does not exist. */
  readonly balance: bigint | null;
}

export interface EscrowStanding {
  /** The required balance of the escrow. */
  readonly owed: bigint;
  readonly verdict: 'covered' | 'surplus' | 'short' | 'emptied';
  /** The surplus, or the shortfall if negative. */
  readonly difference: bigint;
}

/**
 * The escrow's balance against its requirement: every pledge that was not refunded, and nothing once the raise was
 * collected.
 */
export function escrowStanding({ status, totalPledged, refunded, balance }: EscrowFacts): EscrowStanding {
  const owed = status === 'finalized' ? 0n : totalPledged - refunded;
  const difference = (balance ?? 0n) - owed;
  if (difference < 0n) return { owed, verdict: 'short', difference: -difference };
  if (difference > 0n) return { owed, verdict: 'surplus', difference };
  return { owed, verdict: status === 'finalized' ? 'emptied' : 'covered', difference };
}
