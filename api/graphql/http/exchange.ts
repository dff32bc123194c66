import type { ExecutionResult } from 'graphql';
import type { Pin } from '../../read/rollbacks.ts';
import type { BoundedQueue } from '../live/queue.ts';
import type { LiveEvent } from '../live/subscribe.ts';
import type { ProgramScope } from '../programs/scope.ts';
import type { Scope } from '../request/scope.ts';

/** One request on its way through yoga: data passed between the steps. */
export interface Exchange {
  /** The media type that the answer will have. */
  readonly type: string;
  /** The last event that the client saw before it reconnected. */
  readonly lastEventId: Pin | undefined;
  /** The credentials of the sender. */
  readonly authorization: string | undefined;
  /** The operation's field of the root, `several`, or undefined while it is not known to be valid. */
  field?: string;
  /** Set once the slot of the request is settled. */
  scope?: Scope;
  /** What an operation about programs alone reads; it has no other scope. */
  programs?: ProgramScope;
  /** Whether equal requests may get this answer until the index advances. */
  cacheable?: boolean;
  /** The events of a subscription. Yoga would wrap them, and the reader ends them itself. */
  events?: BoundedQueue<LiveEvent>;
  result?: ExecutionResult;
}
