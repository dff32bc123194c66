import type { Logger } from '../../core/kernel/logger.ts';
import type { StreamEnd, Subscription, SubscriptionFilter, UpdateSink } from '../model/source.ts';
import { type StreamShare, sharesOf } from './shares.ts';
import { SlotJoin } from './slot-join.ts';
import { learnedLimits, type StreamLimits } from './stream-limits.ts';
import type { StreamSubscription } from './subscription.ts';

/** More streams than any provider sells to one customer; a subscription that needs more is refused. */
const MOST_STREAMS = 50;

export interface StreamsOptions {
  readonly filter: SubscriptionFilter;
  readonly sink: UpdateSink;
  readonly limits: StreamLimits;
  /** Called with limits that a refusal has shown. */
  readonly learn: (limits: StreamLimits) => void;
  readonly open: (share: StreamShare, sink: UpdateSink) => StreamSubscription;
  /** Open streams that the last subscription has left. */
  readonly left: readonly StreamSubscription[];
  /** Called with streams that the next subscription can take; none if the server does not allow it. */
  readonly leave: (streams: readonly StreamSubscription[]) => void;
  readonly logger: Logger;
}

/**
 * One subscription as the streams that a server's limits require, joined. The first stream that ends ends all of
 * them. A refusal that names a tighter limit opens them again within that limit: no slot has passed by then, because
 * slots pass only when every stream has brought them.
 */
export class Streams implements Subscription {
  readonly ended: Promise<StreamEnd>;
  readonly #settle: (end: StreamEnd) => void;
  readonly #options: StreamsOptions;
  #limits: StreamLimits;
  #streams: readonly StreamSubscription[] = [];
  #paused = false;
  #over = false;

  constructor(options: StreamsOptions) {
    const { promise, resolve } = Promise.withResolvers<StreamEnd>();
    this.ended = promise;
    this.#settle = resolve;
    this.#options = options;
    this.#limits = options.limits;
    this.#open(options.left);
  }

  /** Whether any slot became whole on every stream. */
  get begun(): boolean {
    return this.#streams.every(({ begun }) => begun);
  }

  /** Whether a stream that was left to this subscription has not shown yet that it follows the new filters. */
  get unconfirmed(): boolean {
    return this.#streams.some(({ unconfirmed }) => unconfirmed);
  }

  get streams(): number {
    return this.#streams.length;
  }

  pause(): void {
    if (this.#over) return;
    this.#paused = true;
    for (const stream of this.#streams) stream.pause();
  }

  resume(): void {
    if (this.#over) return;
    this.#paused = false;
    for (const stream of this.#streams) stream.resume();
  }

  close(): void {
    this.#finish({ kind: 'closed' });
  }

  leave(): void {
    if (this.#over) return;
    this.#over = true;
    this.#options.leave(this.#streams);
    this.#settle({ kind: 'closed' });
  }

  #open(left: readonly StreamSubscription[]): void {
    const { filter, sink, open, logger } = this.#options;
    const shares = sharesOf(filter, this.#limits);
    if (shares.length > MOST_STREAMS) {
      this.#finish({ kind: 'refused', detail: tooMany(filter, this.#limits, shares.length) });
      return;
    }
    if (shares.length > 1)
      logger.debug({ streams: shares.length, ...this.#limits }, 'one subscription in several streams');
    const join = new SlotJoin(sink, shares.length);
    const streams = shares.map((share, at) => {
      const to = shares.length === 1 ? sink : join.sinkOf(at);
      left[at]?.change(filter, to, share);
      return left[at] ?? open(share, to);
    });
    for (const unused of left.slice(shares.length)) unused.close();
    this.#streams = streams;
    for (const stream of streams) {
      if (this.#paused) stream.pause();
      stream.ended.then((end) => streams === this.#streams && this.#streamEnded(end));
    }
  }

  #streamEnded(end: StreamEnd): void {
    if (this.#over) return;
    const { learn, logger } = this.#options;
    const limits = end.kind === 'refused' ? learnedLimits(this.#limits, end.detail) : undefined;
    if (end.kind !== 'refused' || !limits) {
      this.#finish(end);
      return;
    }
    learn(limits);
    logger.warn({ refusal: end.detail, ...limits }, 'the server limits subscriptions, dividing this one');
    this.#limits = limits;
    const refused = this.#streams;
    this.#open([]);
    for (const stream of refused) stream.close();
  }

  #finish(end: StreamEnd): void {
    if (this.#over) return;
    this.#over = true;
    for (const stream of this.#streams) stream.close();
    this.#settle(end);
  }
}

function tooMany(
  { accounts, transactions = [] }: SubscriptionFilter,
  limits: StreamLimits,
  streams: number,
): string {
  return (
    `it allows ${limits.keys} keys in a filter and ${limits.filters} filters of a kind in a stream; ` +
    `${accounts.length} accounts and ${transactions.length} keys of transactions need ${streams} streams, ` +
    `more than the ${MOST_STREAMS} that Launchlens opens` +
    (accounts.length > 0 ? '. YELLOWSTONE_TOKEN_ACCOUNTS=transactions needs fewer' : '')
  );
}
