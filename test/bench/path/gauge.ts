import { MEASURED_UPDATES } from './plan.ts';

export interface Measured {
  readonly perSecond: number;
  /** CPU time of the whole process per update, the engine's threads included. */
  readonly cpuMicros: number;
  /** The longest time for which the event loop did not turn. */
  readonly stallMs: number;
  /** Peak of the whole process, the engine's code included. */
  readonly peakMb: number;
}

const TICK_MS = 2;

/** Clock, CPU and event loop between `start` and `stop`. */
export class Gauge {
  #startedAt = 0;
  #cpu: NodeJS.CpuUsage | undefined;
  #ticker: NodeJS.Timeout | undefined;
  #stallMs = 0;

  start(): void {
    this.#startedAt = performance.now();
    this.#cpu = process.cpuUsage();
    let last = this.#startedAt;
    this.#ticker = setInterval(() => {
      const now = performance.now();
      this.#stallMs = Math.max(this.#stallMs, now - last - TICK_MS);
      last = now;
    }, TICK_MS);
  }

  stop(): Measured {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const { user, system } = process.cpuUsage(this.#cpu);
    clearInterval(this.#ticker);
    return {
      perSecond: MEASURED_UPDATES / seconds,
      cpuMicros: (user + system) / MEASURED_UPDATES,
      stallMs: this.#stallMs,
      peakMb: process.resourceUsage().maxRSS / 1024,
    };
  }
}
