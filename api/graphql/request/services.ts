import type { Logger } from '../../../core/kernel/logger.ts';
import type { MirrorContext } from '../../actions/context.ts';
import type { RewardsContext } from '../../actions/rewards/read.ts';
import type { LatestStore } from '../../read/latest/store.ts';

/** The dependencies of GraphQL. */
export interface GraphqlServices {
  readonly store: LatestStore;
  readonly context: MirrorContext;
  /** The dependencies of reward reads; without them they are refused. */
  readonly rewards: RewardsContext | undefined;
  readonly logger: Logger;
}
