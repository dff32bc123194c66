import type { ExecutionResult } from 'graphql';
import type { Pin } from '../../read/take-backs.ts';
import type { BoundedQueue } from '../live/queue.ts';
import type { LiveEvent } from '../live/subscribe.ts';
import type { Scope } from '../request/scope.ts';

/** One request on its way through yoga: what the steps of the way tell one another. */
export interface Exchange {
  /** The media type that the answer will have. */
  readonly type: string;
  /** The last event that the client saw before it connected again. */
  readonly lastEventId: Pin | undefined;
  /** What the request shows of who sends it. */
  readonly authorization: string | undefined;
  /** Set once the slot of the request is settled. */
  scope?: Scope;
  /** Whether equal questions may get this answer, until the index moves on. */
  cacheable?: boolean;
  /** The events of a subscription. Yoga would wrap them on their way, and the reader ends them itself. */
  events?: BoundedQueue<LiveEvent>;
  result?: ExecutionResult;
}
