import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { backoffDelay } from '../../core/kernel/retries.ts';
import type { ClosedAccount } from '../model/closed-rows.ts';
import { type AccountMemory, RecentAccounts } from '../model/recent-accounts.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { latin1Of } from '../model/words.ts';
import type { LookupStats } from './lookup-stats.ts';

/** Where accounts are found that are no longer in memory. */
export type FindStored = (
  addresses: readonly Uint8Array[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, ClosedAccount>>;

export interface KnownSource {
  readonly make: () => AccountMemory;
  /** Left out, everything stays in memory. */
  readonly find?: FindStored;
  /** Accounts and answers after which a generation of the memory ends. */
  readonly capacity?: number;
}

export interface KnownOfIndexOptions extends KnownSource {
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly logger: Logger;
  readonly stats: LookupStats;
  /** Called with an error that asking again cannot fix. */
  readonly onFailure: (error: unknown) => void;
}

/** Some 11 MB for both generations. */
const CAPACITY = 50_000;
const BACKOFF = { initialMs: 100, maximumMs: 5_000 };

/**
 * Every account that the index has ever seen: a closure shows only an address. The recent ones are in memory, the others
 * are looked up in the store: all that wait at once, one statement after another.
 */
export class KnownOfIndex {
  readonly #options: KnownOfIndexOptions;
  readonly #recent: RecentAccounts;
  readonly #waiting = new Map<string, Uint8Array>();
  /** Those of the statement that runs. */
  #asked: ReadonlyMap<string, Uint8Array> = new Map();
  readonly #closing = new AbortController();
  #asking: Promise<void> | undefined;
  /** Resolves with the next answer of the store; never after `close`. */
  #answered = Promise.withResolvers<void>();

  constructor(options: KnownOfIndexOptions) {
    this.#options = options;
    const capacity = options.find ? (options.capacity ?? CAPACITY) : Number.POSITIVE_INFINITY;
    this.#recent = new RecentAccounts({ make: options.make, capacity });
    options.stats.held = () => this.#recent.size;
  }

  learn(buffer: SlotBuffer): void {
    this.#recent.learn(buffer);
  }

  /** What the account is, as far as it is in memory. */
  find(address: Uint8Array): ClosedAccount | undefined {
    return this.#recent.find(address);
  }

  /** False while only the store can say what the account is, or that the index has never seen it. */
  isSure(address: Uint8Array): boolean {
    return this.#options.find === undefined || this.#recent.isSure(address);
  }

  /** Has these looked up. Resolves with the next answer of the store, which need not be about all of them. */
  ask(addresses: readonly Uint8Array[]): Promise<void> {
    for (const address of addresses) {
      const key = latin1Of(address);
      if (!this.#asked.has(key)) this.#waiting.set(key, Uint8Array.from(address));
    }
    this.#asking ??= this.#askAll();
    return this.#answered.promise;
  }

  /** Whether the index has ever seen an account, for these addresses. @throws the errors of the store */
  async seen(
    addresses: readonly Uint8Array[],
    signal: AbortSignal,
  ): Promise<(address: Uint8Array) => boolean> {
    const unsure = addresses.filter((address) => !this.isSure(address) && !this.find(address));
    const stored = unsure.length === 0 ? undefined : await this.#find(unsure, signal);
    return (address) => this.find(address) !== undefined || stored?.has(latin1Of(address)) === true;
  }

  /** See `RecentAccounts`. */
  rotate(mark: () => () => boolean): void {
    if (this.#options.find) this.#recent.rotate(mark);
  }

  /** Answers nothing more. Resolves when no lookup is under way. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#asking;
  }

  async #askAll(): Promise<void> {
    // One statement for everything that arrives in the same moment.
    await Promise.resolve();
    while (this.#waiting.size > 0 && !this.#closing.signal.aborted) {
      this.#asked = new Map(this.#waiting);
      this.#waiting.clear();
      // Fixed before the store reads: what is learned from now on is not older than the answer, and an unreadable account
      // that is only here yet may be forgotten here before the answer is.
      const { answers } = this.#recent.generation;
      const held = [...this.#asked].map(([key, address]) => [key, this.find(address)] as const);
      const found = await this.#persistently([...this.#asked.values()]);
      for (const [key, account] of found ? held : []) answers.set(key, found?.get(key) ?? account);
      this.#asked = new Map();
      if (found) this.#tell();
    }
    this.#asking = undefined;
  }

  #tell(): void {
    this.#answered.resolve();
    this.#answered = Promise.withResolvers<void>();
  }

  /** Undefined once closed, or after an error that asking again cannot fix. */
  async #persistently(
    addresses: readonly Uint8Array[],
  ): Promise<ReadonlyMap<string, ClosedAccount> | undefined> {
    const { clock, logger, stats, onFailure } = this.#options;
    const { signal } = this.#closing;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        return await this.#find(addresses, signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        if (!isLaunchlensError(error) || !error.retryable) {
          this.#closing.abort();
          onFailure(error);
          return undefined;
        }
        const waitMs = backoffDelay(attempt, BACKOFF);
        const { code, message: detail } = error;
        stats.retries += 1;
        logger.warn({ code, detail, attempt, waitMs }, 'closed accounts could not be looked up, retrying');
        await clock.sleep(waitMs, signal).catch(() => undefined);
      }
    }
    return undefined;
  }

  async #find(
    addresses: readonly Uint8Array[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, ClosedAccount>> {
    const { find, clock, stats } = this.#options;
    if (!find) return new Map();
    const startedAt = clock.now();
    const found = await find(addresses, signal);
    stats.answered({ addresses: addresses.length, found: found.size, ms: clock.now() - startedAt });
    return found;
  }
}
