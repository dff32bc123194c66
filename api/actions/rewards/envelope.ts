import type { Clock } from '../../../core/kernel/clock.ts';
import { REWARD_DECIMALS } from '../../../core/rules/reward-mint.ts';
import type { Access } from '../../access/access.ts';
import type { Mirror } from '../../read/mirror.ts';
import type { Stamp } from '../../read/model.ts';
import type { RewardsReader } from '../../read/rewards/reader.ts';
import { sourceStamp } from '../source-stamp.ts';
import { wireCount } from '../wire.ts';

/** The operator's statements in every answer about rewards. */
export interface RewardTerms {
  /** Symbol of the reward token. */
  readonly asset: string;
  readonly disclosure: string;
  readonly contributionDisclosure: string;
}

/** The dependencies of reward actions. */
export interface RewardsContext {
  readonly mirror: Pick<Mirror, 'stampAt'>;
  readonly rewards: RewardsReader;
  readonly access: Pick<Access, 'caller' | 'readableWallet'>;
  readonly terms: RewardTerms;
  readonly clock: Clock;
}

/** What applies to a whole answer about rewards. */
export interface RewardMoments {
  readonly stamp: Stamp;
  readonly preMint: boolean;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
}

/** Whether the mint exists is decided at the newest slot of the index, review by the wall clock. */
export async function rewardMoments(
  { mirror, rewards }: RewardsContext,
  now: number,
): Promise<RewardMoments> {
  const stamp = await mirror.stampAt(undefined);
  return { stamp, preMint: await rewards.preMint(stamp), now };
}

/** The fields of every answer about rewards. */
export function envelope(
  { terms }: Pick<RewardsContext, 'terms'>,
  { stamp, preMint }: RewardMoments,
  ledgerRevision: bigint,
) {
  return {
    reward_asset: terms.asset,
    decimals: REWARD_DECIMALS,
    pre_mint: preMint,
    disclosure: terms.disclosure,
    contribution_disclosure: terms.contributionDisclosure,
    ledger_revision: wireCount(ledgerRevision),
    source: sourceStamp(stamp),
  } as const;
}
