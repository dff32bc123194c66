import type { LaunchStatus } from '../../schemas/launch-statuses.ts';

/** What decides whether a launch accepts a pledge. Amounts are pledge-mint base units, times Unix seconds. */
export interface PledgeTerms {
  readonly status: LaunchStatus;
  readonly startTs: bigint;
  readonly endTs: bigint;
  readonly maxRaise: bigint;
  readonly totalPledged: bigint;
  /** 0 means uncapped. */
  readonly maxPledgePerWallet: bigint;
}

export interface PledgeAsked {
  readonly amount: bigint;
  /** The wallet's earlier pledge. */
  readonly pledged: bigint;
  /** Block time of the answer's slot; undefined if unknown. */
  readonly now: bigint | undefined;
}

export type PledgeHindrance =
  | { readonly kind: 'status'; readonly status: LaunchStatus }
  | { readonly kind: 'time_unknown' }
  | { readonly kind: 'not_started'; readonly startTs: bigint }
  | { readonly kind: 'closed'; readonly endTs: bigint }
  /** `left` is how much the launch still accepts in total, or from this wallet. */
  | { readonly kind: 'capacity' | 'wallet_cap'; readonly left: bigint };

/**
 * Why a launch would refuse a pledge; undefined if it would accept it (specification, "Pledge caps"; the window
 * is from `start_ts` to before `end_ts`).
 */
export function pledgeHindrance(
  terms: PledgeTerms,
  { amount, pledged, now }: PledgeAsked,
): PledgeHindrance | undefined {
  const { status, startTs, endTs, maxRaise, totalPledged, maxPledgePerWallet: cap } = terms;
  if (status !== 'active') return { kind: 'status', status };
  if (now === undefined) return { kind: 'time_unknown' };
  if (now < startTs) return { kind: 'not_started', startTs };
  if (now >= endTs) return { kind: 'closed', endTs };
  const left = maxRaise > totalPledged ? maxRaise - totalPledged : 0n;
  if (amount > left) return { kind: 'capacity', left };
  if (cap === 0n) return undefined;
  const walletLeft = cap > pledged ? cap - pledged : 0n;
  return amount > walletLeft ? { kind: 'wallet_cap', left: walletLeft } : undefined;
}
