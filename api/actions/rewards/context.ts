import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Mirror } from '../../read/mirror.ts';
import type { RewardsReader } from '../../read/rewards/reader.ts';

/** A caller who has signed in. */
export interface Caller {
  /** The wallet of the account; undefined where the account has bound none. */
  readonly wallet: Pubkey | undefined;
}

/** Who calls, and whose rewards they may see. */
export interface RewardAccess {
  /** @param authorization the header of the request @throws NOT_SIGNED_IN */
  signedIn(authorization: string | undefined): Promise<Caller>;
  /** Whether `wallet`, whatever text it is, is an agent wallet that the owner has. */
  ownsAgent(owner: Pubkey, wallet: string): Promise<boolean>;
}

/** Access where nobody can sign in. */
export const NO_SIGN_IN: RewardAccess = {
  signedIn: async () => {
    throw new LaunchlensError('NOT_SIGNED_IN', {});
  },
  ownsAgent: async () => false,
};

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
  readonly access: RewardAccess;
  readonly terms: RewardTerms;
  readonly clock: Clock;
}
