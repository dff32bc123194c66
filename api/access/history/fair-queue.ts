import type { Clock } from '../../../core/kernel/clock.ts';
import type { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { ClientSlots } from '../client-slots.ts';
import type { ClientTime } from './client-time.ts';

export interface FairQueueOptions {
  /** Statements that run at the same time. */
  readonly connections: number;
  /** Statements that may wait; larger networks may have a multiple. */
  readonly waiting: { readonly total: number; readonly perClient: number };
  readonly time: ClientTime;
  readonly clock: Clock;
  /** The error for a client whose time or queue is used up. */
  readonly refuse: (seconds: number) => LaunchlensError;
}

interface Waiter {
  readonly run: () => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * Schedules the statements of many clients on a few connections. One client has at most half of them, so that others do
 * not wait for its slow statements; among the waiting ones, the client that has used the least time goes first.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #running: ClientSlots;
  readonly #places: ClientSlots;
  /** The queue of each client, in order of arrival. */
  readonly #queues = new Map<string, Set<Waiter>>();

  constructor(options: FairQueueOptions) {
    const { connections: total, waiting } = options;
    this.#options = options;
    this.#running = new ClientSlots({ total, perClient: Math.max(1, Math.floor(total / 2)) });
    this.#places = new ClientSlots(waiting);
  }

  /** Waits for a slot; call the result to release it. Rejects with the signal's reason if it aborts first. */
  async take(client: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const leave = this.#options.time.enter(client);
    try {
      const end = await this.#turn(client, signal);
      return () => {
        leave();
        end();
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #turn(client: string, signal: AbortSignal): Promise<() => void> {
    this.#requireTime(client);
    // Those already waiting could not run, so nobody is overtaken.
    if (this.#running.refusal(client) === undefined) return this.#begin(client);
    if (this.#places.refusal(client) !== undefined) throw this.#options.refuse(1);
    return this.#wait(client, signal);
  }

  #requireTime(client: string): void {
    const seconds = this.#options.time.secondsLeft(client);
    if (seconds > 0) throw this.#options.refuse(seconds);
  }

  #begin(client: string): () => void {
    const { clock, time } = this.#options;
    const giveBack = this.#running.take(client);
    const startedAt = clock.now();
    return () => {
      giveBack();
      time.add(client, clock.now() - startedAt);
      this.#goOn();
    };
  }

  #wait(client: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const giveBackPlace = this.#places.take(client);
      const leave = (): void => {
        giveBackPlace();
        this.#remove(client, waiter);
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = (): void => waiter.refuse(signal.reason);
      const waiter: Waiter = {
        run: () => {
          leave();
          resolve(this.#begin(client));
        },
        refuse: (error) => {
          leave();
          reject(error);
        },
      };
      this.#queues.set(client, (this.#queues.get(client) ?? new Set()).add(waiter));
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  #remove(client: string, waiter: Waiter): void {
    const queue = this.#queues.get(client);
    queue?.delete(waiter);
    if (queue?.size === 0) this.#queues.delete(client);
  }

  /** Starts everything that can run now, and refuses the queues of clients without time left, if others read too. */
  #goOn(): void {
    for (const [client, queue] of [...this.#queues]) {
      const seconds = this.#options.time.secondsLeft(client);
      if (seconds > 0) for (const waiter of [...queue]) waiter.refuse(this.#options.refuse(seconds));
    }
    for (let next = this.#next(); next !== undefined; next = this.#next()) next.run();
  }

  #next(): Waiter | undefined {
    const able = [...this.#queues].filter(([client]) => this.#running.refusal(client) === undefined);
    const loads = able.map(([client]) => this.#options.time.load(client));
    const [, queue] = able[loads.indexOf(Math.min(...loads))] ?? [];
    const [first] = queue ?? [];
    return first;
  }
}
