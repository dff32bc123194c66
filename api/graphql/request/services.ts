import type { Logger } from '../../../core/kernel/logger.ts';
import type { MirrorContext } from '../../actions/context.ts';
import type { RewardsContext } from '../../actions/rewards/context.ts';
import type { LatestStore } from '../../read/latest/store.ts';

/** What the GraphQL door works with. */
export interface GraphqlServices {
  readonly store: LatestStore;
  readonly context: MirrorContext;
  /** What the reads of rewards work with; without it they are refused. */
  readonly rewards: RewardsContext | undefined;
  readonly logger: Logger;
}
