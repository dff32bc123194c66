import { watchStall } from '../support/loop-stall.ts';
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

/** Clock, CPU and event loop between `start` and `stop`. */
export class Gauge {
  #startedAt = 0;
  #cpu = process.cpuUsage();
  #stalled = (): number => Number.NaN;

  start(): void {
    this.#stalled = watchStall();
    this.#cpu = process.cpuUsage();
    this.#startedAt = performance.now();
  }

  stop(): Measured {
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const { user, system } = process.cpuUsage(this.#cpu);
    return {
      perSecond: MEASURED_UPDATES / seconds,
      cpuMicros: (user + system) / MEASURED_UPDATES,
      stallMs: this.#stalled(),
      peakMb: process.resourceUsage().maxRSS / 1024,
    };
  }
}
