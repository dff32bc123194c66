import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { holdLease, type Lease } from '../olap/lease.ts';
import type { Olap } from '../olap/port.ts';

const REWARDS_LEASE = 'rewards';

/** An unused right to write is released after this long. */
const IDLE_MS = 1_000;
/** A right in constant use is released after this long, so that another process has a chance for `YIELD_MS`. */
const HELD_MS = 10_000;
const YIELD_MS = 1_500;

export interface WriteQueueParts {
  readonly olap: Olap;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Serializes writes of one process to the ledger, and excludes other processes with the lease. The lease is kept
 * between writes for a while, because acquiring it takes several statements.
 */
export class WriteQueue {
  readonly #parts: WriteQueueParts;
  #last: Promise<unknown> = Promise.resolve();
  #held: { readonly lease: Lease; readonly since: number } | undefined;
  #idle: NodeJS.Timeout | undefined;
  #yieldUntil = 0;

  constructor(parts: WriteQueueParts) {
    this.#parts = parts;
  }

  /** Runs `work` after all earlier work. The signal ends the wait for another process. */
  take<Value>(work: (lease: Lease) => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    return this.#next(async () => {
      clearTimeout(this.#idle);
      signal?.throwIfAborted();
      try {
        return await work(await this.#lease(signal ?? new AbortController().signal));
      } finally {
        await this.#after();
      }
    });
  }

  /** Waits for all work, then releases the right to write. */
  close(): Promise<void> {
    return this.#next(async () => {
      clearTimeout(this.#idle);
      await this.#release();
    });
  }

  #next<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #lease(signal: AbortSignal): Promise<Lease> {
    if (this.#held && !this.#held.lease.lost.aborted) return this.#held.lease;
    await this.#release();
    const { olap, clock, logger } = this.#parts;
    const pause = this.#yieldUntil - clock.now();
    if (pause > 0) await clock.sleep(pause, signal);
    const shutdown = { signal, onClose: () => undefined };
    const lease = await holdLease({ olap, name: REWARDS_LEASE, clock, logger, shutdown, wait: true });
    this.#held = { lease, since: clock.now() };
    return lease;
  }

  async #after(): Promise<void> {
    const { olap, clock } = this.#parts;
    if (!this.#held) return;
    if (olap.kind === 'server' && clock.now() - this.#held.since >= HELD_MS) {
      this.#yieldUntil = clock.now() + YIELD_MS;
      await this.#release();
      return;
    }
    this.#idle = setTimeout(() => void this.#next(() => this.#release()), IDLE_MS);
    this.#idle.unref();
  }

  async #release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    await held?.lease.release();
  }
}
