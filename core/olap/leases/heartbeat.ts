import type { Clock } from '../../kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../kernel/errors/error.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Acquired } from './acquire.ts';
import type { Claim, Claims } from './claim.ts';
import type { LeaseTimes } from './times.ts';

export interface HeartbeatOptions {
  readonly claims: Claims;
  readonly what: string;
  readonly times: LeaseTimes;
  readonly elapsed: () => number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Keeps a lease alive, and knows at any moment whether it may still be relied on. */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #stop = new AbortController();
  readonly #lost = new AbortController();
  readonly #running: Promise<void>;
  #claim: Claim;
  #renewedAt: number;

  constructor({ claim, renewedAt }: Acquired, options: HeartbeatOptions) {
    this.#options = options;
    this.#claim = claim;
    this.#renewedAt = renewedAt;
    this.#running = this.#run();
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /**
   * Asked right before every write: a process that was stopped for long may get to write before its timers run.
   * @throws LEASE_LOST
   */
  requireHeld(): void {
    if (this.#leftMs() <= 0) this.#lose('it could not be renewed in time');
    this.#lost.signal.throwIfAborted();
  }

  /** Gives the lease back, so that the next one need not wait. */
  async release(): Promise<void> {
    if (this.#stop.signal.aborted) return this.#running;
    this.#stop.abort();
    await this.#running;
    if (this.#lost.signal.aborted) return;
    const signal = AbortSignal.timeout(this.#options.times.marginMs);
    await this.#write('released', signal).catch((error: unknown) => this.#warn(error));
  }

  async #run(): Promise<void> {
    const { clock, times } = this.#options;
    let waitMs = times.renewMs;
    while (!this.#stop.signal.aborted && !this.#lost.signal.aborted) {
      await clock
        .sleep(Math.max(0, Math.min(waitMs, this.#leftMs())), this.#stop.signal)
        .catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      waitMs = (await this.#renew()) ? times.renewMs : times.pollMs;
    }
  }

  async #renew(): Promise<boolean> {
    const leftMs = this.#leftMs();
    if (leftMs <= 0) {
      this.#lose('it could not be renewed in time');
      return false;
    }
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(leftMs)]);
    const sentAt = this.#options.elapsed();
    try {
      await this.#write('held', signal);
      const later = (await this.#options.claims.read(signal)).find(({ epoch }) => epoch > this.#claim.epoch);
      if (later) this.#lose(`\`${later.command}\` (process ${later.pid} on ${later.host}) has taken it over`);
      else this.#renewedAt = sentAt;
      return true;
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#warn(error);
      return false;
    }
  }

  #write(state: Claim['state'], signal: AbortSignal): Promise<void> {
    this.#claim = { ...this.#claim, state, step: this.#claim.step + 1n };
    return this.#options.claims.write(this.#claim, signal);
  }

  #leftMs(): number {
    const { times, elapsed } = this.#options;
    // Whole, because timers take nothing else.
    return Math.floor(this.#renewedAt + times.ttlMs - times.marginMs - elapsed());
  }

  #lose(reason: string): void {
    const { what } = this.#options;
    if (!this.#lost.signal.aborted) this.#lost.abort(new LaunchlensError('LEASE_LOST', { what, reason }));
  }

  #warn(error: unknown): void {
    const code = isLaunchlensError(error) ? error.code : 'timeout';
    this.#options.logger.warn(
      { held: this.#options.what, code },
      'the hold on the store could not be renewed',
    );
  }
}
