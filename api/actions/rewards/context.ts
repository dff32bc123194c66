import type { Clock } from '../../../core/kernel/clock.ts';
import type { Access } from '../../access/access.ts';
import type { Mirror } from '../../read/mirror.ts';
import type { RewardsReader } from '../../read/rewards/reader.ts';

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
