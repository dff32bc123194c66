import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../core/kernel/clock.ts';

/** A clock that runs `pace` times faster than the machine's, so that waiting keeps its proportion to a fast chain. */
export class PacedClock implements Clock {
  #pace: number;
  #since = Date.now();
  #from = Date.now();

  constructor(pace: number) {
    this.#pace = pace;
  }

  now(): number {
    return Math.round(this.#from + (Date.now() - this.#since) * this.#pace);
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return delay(ms / this.#pace, undefined, signal ? { signal } : undefined);
  }

  /** What sleeps sleeps on; who asks finds it this much later. */
  skip(ms: number): void {
    this.#from += ms;
  }

  /** Time goes on as the machine's: closing has limits that are meant for a real engine. */
  slowDown(): void {
    this.#from = this.now();
    this.#since = Date.now();
    this.#pace = 1;
  }
}
