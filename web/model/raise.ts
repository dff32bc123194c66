import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
import { percent, shareBps } from './numbers.ts';

export interface RaiseAmounts {
  /** Pledge-mint base units. */
  readonly totalPledged: bigint;
  readonly minRaise: bigint;
  /** 0 where nothing bounds the raise. */
  readonly maxRaise: bigint;
}

export interface RaiseProgress {
  /** How much of the bar is full, and where the minimum lies on it, in percent of its width. */
  readonly filled: number;
  readonly minimumAt: number;
  /** Both in words. */
  readonly ofMinimum: string;
  readonly ofMaximum: string | undefined;
}

const FULL = 10_000n;

/** A maximum beyond so many times what counts would leave nothing of the bar to see. */
const REACH = 5n;

/** Where the bar ends: at the maximum where that is in reach, else a quarter beyond the raise and the minimum. */
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
  /** Paid back already. */
  readonly refunded: bigint;
  /** Null where the token account does not exist. */
  readonly balance: bigint | null;
}

export interface EscrowStanding {
  /** What the escrow has to hold. */
  readonly owed: bigint;
  readonly verdict: 'covered' | 'surplus' | 'short' | 'emptied';
  /** How much more or less than owed. */
  readonly difference: bigint;
}

/** The escrow against what it has to hold: every pledge that was not paid back, and nothing once the raise was collected. */
export function escrowStanding({ status, totalPledged, refunded, balance }: EscrowFacts): EscrowStanding {
  const owed = status === 'finalized' ? 0n : totalPledged - refunded;
  const difference = (balance ?? 0n) - owed;
  if (difference < 0n) return { owed, verdict: 'short', difference: -difference };
  if (difference > 0n) return { owed, verdict: 'surplus', difference };
  return { owed, verdict: status === 'finalized' ? 'emptied' : 'covered', difference };
}
