import type { ClosedAccount } from './closed-rows.ts';
import type { SlotBuffer } from './slot-buffer.ts';
import { latin1Of } from './words.ts';

/** Remembers what accounts are. */
export interface AccountMemory {
  readonly size: number;
  learn(buffer: SlotBuffer): void;
  find(address: Uint8Array): ClosedAccount | undefined;
  /** Forgets everything and keeps its room. */
  clear(): void;
}

/** Accounts learned in the same span of time, and what the store answered to questions asked in it. */
export class AccountGeneration {
  readonly memory: AccountMemory;
  /** By address as raw bytes in a latin1 string; undefined for an account that the index has never seen. */
  readonly answers = new Map<string, ClosedAccount | undefined>();

  constructor(memory: AccountMemory) {
    this.memory = memory;
  }

  get size(): number {
    return this.memory.size + this.answers.size;
  }
}

export interface RecentAccountsOptions {
  readonly make: () => AccountMemory;
  /** A generation of this many accounts and answers ends. */
  readonly capacity: number;
}

/**
 * What accounts are, of those that were seen or asked for recently: two generations. The older one is forgotten once
 * all of it is durable, so that an account is here or in the store. An answer of the store is forgotten no later than
 * what was learned after the question, so that it is never older than what is known here.
 */
export class RecentAccounts {
  readonly #options: RecentAccountsOptions;
  #young: AccountGeneration;
  #old: AccountGeneration;
  #oldIsDurable: () => boolean = () => true;

  constructor(options: RecentAccountsOptions) {
    this.#options = options;
    this.#young = new AccountGeneration(options.make());
    this.#old = new AccountGeneration(options.make());
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** Where the answers to questions that are asked now belong. */
  get generation(): AccountGeneration {
    return this.#young;
  }

  learn(buffer: SlotBuffer): void {
    this.#young.memory.learn(buffer);
  }

  /** What the account is, as far as it is known here. One that was decoded once is no longer unreadable. */
  find(address: Uint8Array): ClosedAccount | undefined {
    const learned = this.#learned(address);
    if (isDecoded(learned)) return learned;
    const key = latin1Of(address);
    const stored = this.#young.answers.get(key) ?? this.#old.answers.get(key);
    return isDecoded(stored) ? stored : (learned ?? stored);
  }

  /** Whether `find` answers for the whole index: only the store knows whether an unreadable account was once decoded. */
  isSure(address: Uint8Array): boolean {
    if (isDecoded(this.#learned(address))) return true;
    const key = latin1Of(address);
    return this.#young.answers.has(key) || this.#old.answers.has(key);
  }

  /**
   * Ends a generation that is large enough. Only allowed while all that was learned is with the writer; `mark` returns
   * whether all of that is durable.
   */
  rotate(mark: () => () => boolean): void {
    const { capacity, make } = this.#options;
    // A snapshot may have been larger than many generations.
    const isLarge = this.#young.size >= capacity || this.#old.size > 2 * capacity;
    if (!isLarge || !this.#oldIsDurable()) return;
    const { memory } = this.#old;
    this.#old = this.#young;
    this.#oldIsDurable = mark();
    // Growing again would cost more than learning. A lookup under way may still write to the answers.
    const isUsual = memory.size <= 2 * capacity;
    if (isUsual) memory.clear();
    this.#young = new AccountGeneration(isUsual ? memory : make());
  }

  #learned(address: Uint8Array): ClosedAccount | undefined {
    const young = this.#young.memory.find(address);
    if (isDecoded(young)) return young;
    const old = this.#old.memory.find(address);
    return isDecoded(old) ? old : (young ?? old);
  }
}

function isDecoded(account: ClosedAccount | undefined): boolean {
  return account !== undefined && account.kind !== 'quarantine';
}
