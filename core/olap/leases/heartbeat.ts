import type { Clock } from '../../kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../kernel/errors/error.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Fence } from '../port.ts';
import { type Acquired, isRival } from './acquire.ts';
import type { Claim, Claims, LeaseTimes } from './claim.ts';

export interface HeartbeatOptions {
  readonly claims: Claims;
  readonly what: string;
  readonly times: LeaseTimes;
  readonly elapsed: () => number;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Keeps a lease alive, and always knows whether it is valid. A lease that could not be renewed in time has
 * lapsed: nothing may be written until a renewal finds that nobody else has wanted it since. A lease that
 * somebody else has taken is lost permanently.
 */
export class Heartbeat {
  readonly #options: HeartbeatOptions;
  readonly #stop = new AbortController();
  readonly #lost = new AbortController();
  readonly #running: Promise<void>;
  #claim: Claim;
  #renewedAt: number;
  #lapse = new AbortController();
  #renewal = Promise.withResolvers<void>();

  constructor({ claim, renewedAt }: Acquired, options: HeartbeatOptions) {
    this.#options = options;
    this.#claim = claim;
    this.#renewedAt = renewedAt;
    this.#running = this.#run();
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** True at the store as long as nobody has taken the lease. */
  get fence(): Fence {
    const sql = '(SELECT max(epoch) FROM leases WHERE name = {lease_name:String}) <= {lease_epoch:UInt64}';
    return { sql, parameters: { lease_name: this.#options.claims.name, lease_epoch: this.#claim.epoch } };
  }

  /** @throws LEASE_LOST, LEASE_LAPSED */
  requireHeld(): void {
    this.#lost.signal.throwIfAborted();
    if (this.#leftMs() <= 0) throw this.#lapsed();
  }

  /**
   * Waits until the lease is valid, and returns the signal of its next lapse. Called right before every write: a
   * process that was suspended for long may write before its timers run. @throws LEASE_LOST
   */
  async held(signal: AbortSignal | undefined): Promise<AbortSignal> {
    for (;;) {
      this.#lost.signal.throwIfAborted();
      signal?.throwIfAborted();
      if (this.#leftMs() > 0) return this.#lapse.signal;
      await Promise.race([
        this.#renewal.promise,
        aborted(this.#lost.signal),
        ...(signal ? [aborted(signal)] : []),
      ]);
    }
  }

  /** Releases the lease, so that the next process need not wait. */
  async release(): Promise<void> {
    if (this.#stop.signal.aborted) return this.#running;
    this.#stop.abort();
    await this.#running;
    if (!this.#lost.signal.aborted) await this.#takeDown();
  }

  async #run(): Promise<void> {
    const { clock, times } = this.#options;
    let waitMs = times.renewMs;
    while (!this.#stop.signal.aborted && !this.#lost.signal.aborted) {
      const leftMs = this.#leftMs();
      const pauseMs = leftMs > 0 ? Math.min(waitMs, leftMs) : times.pollMs;
      await clock.sleep(pauseMs, this.#stop.signal).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      if (this.#leftMs() <= 0 && !this.#lapse.signal.aborted) this.#lapse.abort(this.#lapsed());
      waitMs = (await this.#renew()) ? times.renewMs : times.pollMs;
    }
  }

  async #renew(): Promise<boolean> {
    const { times, elapsed, claims } = this.#options;
    const leftMs = this.#leftMs();
    const limitMs = leftMs > 0 ? leftMs : times.marginMs;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(Math.ceil(limitMs))]);
    const sentAt = elapsed();
    try {
      await this.#write('held', signal);
      await this.#settle(await claims.read(signal), sentAt);
      return true;
    } catch (error) {
      if (!this.#stop.signal.aborted && leftMs > 0) this.#warn(error);
      return false;
    }
  }

  /** Accepts a written renewal, unless another process has taken over while the claim was expired. */
  async #settle(claims: readonly Claim[], sentAt: number): Promise<void> {
    const { id, epoch } = this.#claim;
    const taken = claims.find((other) => other.epoch > epoch);
    // An expired claim is a lowered flag: it counts only while no other is up.
    const wanted = this.#leftMs() > 0 ? undefined : claims.find((other) => isRival(other, id));
    const rival = taken ?? wanted;
    if (rival) {
      this.#lose(`\`${rival.command}\` (process ${rival.pid} on ${rival.host}) has taken it over`);
      if (!taken) await this.#takeDown();
      return;
    }
    this.#renewedAt = sentAt;
    if (!this.#lapse.signal.aborted) return;
    this.#options.logger.info({ held: this.#options.what }, 'the lease on the store was renewed');
    this.#lapse = new AbortController();
    this.#renewal.resolve();
    this.#renewal = Promise.withResolvers<void>();
  }

  async #takeDown(): Promise<void> {
    const signal = AbortSignal.timeout(this.#options.times.marginMs);
    await this.#write('released', signal).catch((error: unknown) => this.#warn(error));
  }

  #write(state: Claim['state'], signal: AbortSignal): Promise<void> {
    this.#claim = { ...this.#claim, state, step: this.#claim.step + 1n };
    return this.#options.claims.write(this.#claim, signal);
  }

  #leftMs(): number {
    const { times, elapsed } = this.#options;
    // Rounded, because timers take only integers.
    return Math.floor(this.#renewedAt + times.ttlMs - times.marginMs - elapsed());
  }

  #lapsed(): LaunchlensError {
    return new LaunchlensError('LEASE_LAPSED', { what: this.#options.what });
  }

  #lose(reason: string): void {
    const { what } = this.#options;
    this.#lost.abort(new LaunchlensError('LEASE_LOST', { what, reason }));
  }

  #warn(error: unknown): void {
    const code = isLaunchlensError(error) ? error.code : 'timeout';
    this.#options.logger.warn(
      { held: this.#options.what, code },
      'the lease on the store could not be renewed',
    );
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
