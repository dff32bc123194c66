import type { TakeSlot } from '../../access/shared-slots.ts';
import type { LatestSnapshot } from '../../read/latest/snapshot.ts';
import type { StoreStep } from '../../read/latest/store.ts';
import { type Pin, survives } from '../../read/rollbacks.ts';
import type { GraphqlServices } from '../request/scope.ts';
import { ChangeLog } from './change-log.ts';
import { BoundedQueue } from './queue.ts';
import { LiveStep } from './step.ts';

/** What a subscriber wants: the changes of one launch, or every step. */
export interface Topic {
  readonly launchId?: bigint;
  /** The last slot that the subscriber knows; later changes are sent immediately. */
  readonly since?: Pin | undefined;
}

export interface HubLimits {
  /** Takes a subscriber slot. */
  readonly place: TakeSlot;
  readonly eventsWaiting: number;
}

interface Follower {
  readonly topic: Topic;
  readonly steps: BoundedQueue<LiveStep>;
}

/** Sends the steps of the store to subscribers. Each step is one object that all of them share. */
export class LiveHub {
  readonly #services: GraphqlServices;
  readonly #limits: HubLimits;
  readonly #followers = new Set<Follower>();
  readonly #changes = new ChangeLog();
  readonly #leave: () => void;
  #newest: LiveStep | undefined;
  #closed = false;

  constructor(services: GraphqlServices, limits: HubLimits) {
    this.#services = services;
    this.#limits = limits;
    const { held } = services.store;
    if (held) this.#changes.note({ snapshot: held, launchIds: undefined });
    this.#leave = services.store.onStep((step) => this.#spread(step));
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** The steps of a topic from now on. @throws SUBSCRIBERS_TOO_MANY, CLIENT_SHARE_USED */
  follow(topic: Topic, client: string): BoundedQueue<LiveStep> {
    const leave = this.#limits.place(client);
    const steps = new BoundedQueue<LiveStep>(this.#limits.eventsWaiting, () => {
      this.#followers.delete(follower);
      leave();
    });
    const follower: Follower = { topic, steps };
    this.#followers.add(follower);
    const { held } = this.#services.store;
    if (held && topic.since !== undefined && this.#missed(topic.launchId, topic.since, held)) {
      follower.steps.push(this.#stepOf(held));
    }
    return follower.steps;
  }

  /** Ends all subscriptions; nothing is sent any more. */
  close(): void {
    this.#closed = true;
    this.#leave();
    for (const { steps } of [...this.#followers]) steps.end();
  }

  #spread(step: StoreStep): void {
    this.#changes.note(step);
    for (const { topic, steps } of [...this.#followers]) {
      if (concerns(topic, step) && !steps.push(this.#stepOf(step.snapshot))) steps.end();
    }
  }

  #missed(launchId: bigint | undefined, since: Pin, { stamp, rollbacks }: LatestSnapshot): boolean {
    if (!survives(since, rollbacks)) return true;
    if (stamp.slot <= since.slot) return false;
    return launchId === undefined || this.#changes.mayHaveChanged(launchId, since.slot);
  }

  #stepOf(snapshot: StoreStep['snapshot']): LiveStep {
    if (this.#newest?.scope.epoch !== snapshot.stamp.epoch) {
      this.#newest = new LiveStep(this.#services.context, snapshot);
    }
    return this.#newest as LiveStep;
  }
}

function concerns({ launchId, since }: Topic, { snapshot, launchIds }: StoreStep): boolean {
  const { stamp, rollbacks } = snapshot;
  // A subscriber that saw a newer state elsewhere is not sent an older one, unless that state was rolled back.
  if (since !== undefined && stamp.slot <= since.slot && survives(since, rollbacks)) return false;
  return launchId === undefined || launchIds === undefined || launchIds.has(launchId);
}
