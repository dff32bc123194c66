import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
import { percent, shareBps } from './numbers.ts';

export interface RaiseAmounts {
  /** Pledge-mint base units. */
  readonly totalPledged: bigint;
  readonly minRaise: bigint;
  /** 0 if the raise is unlimited. */
  readonly maxRaise: bigint;
}

export interface RaiseProgress {
  /** How much of the bar is full, and where the minimum is on it, in percent of its width. */
  readonly filled: number;
  readonly minimumAt: number;
  /** Both in words. */
  readonly ofMinimum: string;
  readonly ofMaximum: string | undefined;
}

const FULL = 10_000n;

/** A maximum beyond this multiple would make the bar look empty. */
const REACH = 5n;

/** The end of the bar: the maximum if it is within reach, otherwise a quarter beyond the raise and the minimum. */
function barEnd({ totalPledged, minRaise, maxRaise }: RaiseAmounts): bigint {
  const counts = totalPledged > minRaise ? totalPledged : minRaise;
  if (maxRaise > 0n && maxRaise <= counts * REACH) return maxRaise > counts ? maxRaise : counts;
  if (counts === 0n) return maxRaise;
  return maxRaise === 0n ? counts : (counts * 5n) / 4n;
}

/** The raise against its minimum and its maximum. */
export function raiseProgress(amounts: RaiseAmounts): RaiseProgress {
  const { totalPledged, minRaise, maxRaise } = amounts;
  const end = barEnd(amounts);
  const place = (value: bigint): number => Number(end === 0n ? 0n : (value * FULL) / end) / 100;
  return {
    filled: place(totalPledged),
    minimumAt: place(minRaise),
    ofMinimum: minRaise === 0n ? 'no minimum' : `${percent(shareBps(totalPledged, minRaise))} of the minimum`,
    ofMaximum: maxRaise === 0n ? undefined : `${percent(shareBps(totalPledged, maxRaise))} of the maximum`,
  };
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
