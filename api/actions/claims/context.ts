import type { Clock } from '../../../core/kernel/clock.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Access } from '../../access/access.ts';
import type { Mirror } from '../../read/mirror.ts';
import type { RewardsReader } from '../../read/rewards/reader.ts';
import type { Payouts } from '../../state/payouts/payouts.ts';

/** The dependencies of claims. */
export interface ClaimContext {
  readonly access: Pick<Access, 'claimableWallet'>;
  readonly mirror: Pick<Mirror, 'stampAt'>;
  readonly rewards: Pick<RewardsReader, 'claimable' | 'preMint'>;
  readonly payouts: Pick<Payouts, 'open'>;
  /** The reward token's mint; if unset, it is before the mint. */
  readonly payoutMint: Pubkey | undefined;
  /** Symbol of the reward token. */
  readonly rewardAsset: string;
  readonly clock: Clock;
}
