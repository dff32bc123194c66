import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { AccountValues } from '../../schemas/accounts/field.ts';
import type { LAUNCH_CONFIG_FIELDS } from '../../schemas/accounts/launch-config.ts';
import type { LISTED_PLEDGE_FIELDS } from '../../schemas/accounts/pledge.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { IndexIdentity } from './identity.ts';
import type { Unreadable } from './unreadable.ts';

/** What an answer is exact at. Equal requests with equal stamps have equal answers. */
export interface Stamp {
  /** The slot of the answer: the checkpoint's, or a requested earlier one. */
  readonly slot: bigint;
  /** Block time of the newest slot at or below `slot` that has one, Unix seconds: the time of the answer. */
  readonly now: bigint | undefined;
  readonly checkpoint: Checkpoint;
  readonly identity: IndexIdentity;
  /** Newest slot at which the whole index was proven equal to the chain. */
  readonly verifiedSlot: bigint | undefined;
  /** Accounts that were unreadable at `slot`; omitted if there were none. */
  readonly unreadable?: Unreadable | undefined;
  /** Increases whenever an answer of this process may change. */
  readonly epoch: number;
}

/** What the index adds to the fields of every account. */
interface Indexed {
  readonly address: Pubkey;
  /** The slot in which the account last changed. */
  readonly updatedSlot: bigint;
}

/** A LaunchConfig account. Amounts are base units, times Unix seconds. */
export type LaunchState = AccountValues<typeof LAUNCH_CONFIG_FIELDS, Pubkey> & Indexed;

/** A launch with its balances; a balance is undefined if its token account does not exist. */
export interface LaunchFacts {
  readonly launch: LaunchState;
  readonly escrowBalance: bigint | undefined;
  readonly vaultBalance: bigint | undefined;
  /** Undefined if the index does not know the mint at that slot. */
  readonly launchMintDecimals: number | undefined;
  readonly pledgeMintDecimals: number | undefined;
}

/** The same, with the sums over its pledges once it was settled. */
export interface SettledFacts extends LaunchFacts {
  readonly totals: PledgeTotals | undefined;
}

/** A Pledge account; the request names the launch. */
export type PledgeState = AccountValues<typeof LISTED_PLEDGE_FIELDS, Pubkey> & Indexed;

/** Sums over all pledges of one launch, exact at any size. */
export interface PledgeTotals {
  /** Sum of floor(amount × token_allocation / total_pledged). */
  readonly allocatedTotal: bigint;
  readonly refundableTotal: bigint;
  readonly refundedTotal: bigint;
  readonly refundedCount: number;
  /** Launch tokens that pledgers have already claimed. */
  readonly releasedTotal: bigint;
  /** Launch tokens that pledgers may still claim: the sum of each allocation less what was released of it. */
  readonly owedTotal: bigint;
}

/** Pledges in one range of amounts, inclusive. */
export interface DistributionBucket {
  readonly from: bigint;
  readonly to: bigint;
  readonly count: number;
  readonly sum: bigint;
}

/** Percentiles of a distribution; 0 and 100 are its minimum and maximum. */
export const QUANTILE_PERCENTS = [0, 10, 25, 50, 75, 90, 99, 100] as const;

/** All pledges of one launch by amount. */
export interface DistributionFacts {
  readonly count: number;
  readonly sum: bigint;
  /** Sum of amount × place, the smallest pledge having place 1: used for the Gini coefficient. */
  readonly rankedSum: bigint;
  /**
   * One amount for each of `QUANTILE_PERCENTS`: the smallest that this many percent do not exceed. Empty without
   * pledges.
   */
  readonly quantiles: readonly bigint[];
  readonly buckets: readonly DistributionBucket[];
}
