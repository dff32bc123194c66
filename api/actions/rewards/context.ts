import type { Clock } from '../../../core/kernel/clock.ts';
import type { Access } from '../../access/access.ts';
import type { Mirror } from '../../read/mirror.ts';
import type { RewardsReader } from '../../read/rewards/reader.ts';

/** What every answer says of the rewards, as the operator has it. */
export interface RewardTerms {
  /** Symbol of the reward token. */
  readonly asset: string;
  readonly disclosure: string;
  readonly contributionDisclosure: string;
}

/** What the actions on rewards work with. */
export interface RewardsContext {
  readonly mirror: Pick<Mirror, 'stampAt'>;
  readonly rewards: RewardsReader;
  readonly access: Pick<Access, 'caller' | 'readableWallet'>;
  readonly terms: RewardTerms;
  readonly clock: Clock;
}
