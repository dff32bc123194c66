import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { ChainAccount } from '../../model/chain-read.ts';
import { AccountTable, accountDigest } from '../account-table.ts';

/** One read of one account: no digest if the account did not exist. */
export interface Seen {
  readonly slot: bigint;
  readonly digest: Buffer | undefined;
}

/** An account whose reads below and above the audited slot differ. */
export interface ChangedAccount {
  /** 32 raw bytes. */
  readonly address: Buffer;
  readonly below: Seen;
  readonly above: Seen;
  /** Its base58 key if it is outside the program. */
  readonly outside?: string | undefined;
}

type Account = Pick<ChainAccount, 'pubkey' | 'data' | 'lamports'>;

const FIRST_ENTRIES = 256;
/** What is known of an entry of the table. One that was only read below the audited slot is the first. */
const READ = 0;
const SAME = 1;
const SETTLED = 2;
const CHANGED = 3;

/** The accounts of a program, read slice by slice below the audited slot and again above it, as digests. */
export class SlicedAccounts {
  /** The state at the audited slot, except for accounts that changed. */
  readonly table = new AccountTable();
  readonly #changed = new Map<string, ChangedAccount>();
  readonly #belowSlots: bigint[] = [];
  readonly #aboveSlots: bigint[] = [];
  /** By entry. */
  #slices = new Uint16Array(FIRST_ENTRIES);
  #known = new Uint8Array(FIRST_ENTRIES);

  /** A slice at or below the audited slot. An account that moved between slices counts as in the later answer. */
  below(slice: number, slot: bigint, accounts: Iterable<Account>): void {
    this.#belowSlots[slice] = slot;
    for (const account of accounts) {
      const address = pubkeyBytes(account.pubkey);
      const entry = this.table.find(address);
      if (entry < 0 || this.#slotBelow(entry) < slot) this.#set(address, accountDigest(account), slice);
    }
  }

  /** Accounts that were read at the audited slot itself, between the two passes. */
  settle(accounts: Iterable<Account>): void {
    for (const account of accounts) {
      const entry = this.#set(pubkeyBytes(account.pubkey), accountDigest(account), 0);
      this.#known[entry] = SETTLED;
    }
  }

  /** A slice at or above the audited slot. Calls `same` with each account that had the same bytes below. */
  above<One extends Account>(
    slice: number,
    slot: bigint,
    accounts: Iterable<One>,
    same: (account: One) => void,
  ): void {
    this.#aboveSlots[slice] = slot;
    for (const account of accounts) if (this.#isSame(slice, slot, account)) same(account);
  }

  #isSame(slice: number, slot: bigint, account: Account): boolean {
    const address = Buffer.from(pubkeyBytes(account.pubkey));
    const entry = this.table.find(address);
    const above = { slot, digest: accountDigest(account) };
    if (entry < 0) {
      this.#note({ address, below: { slot: this.#belowSlots[slice] ?? 0n, digest: undefined }, above });
      return false;
    }
    // An account that moves into a later slice is read twice: the first read shows it, like every other account.
    if (this.#known[entry] !== READ) return false;
    const below = { slot: this.#slotBelow(entry), digest: Buffer.from(this.table.digest(entry)) };
    const same = above.digest.equals(below.digest);
    if (!same) this.#note({ address, below, above });
    this.#known[entry] = same ? SAME : CHANGED;
    return same;
  }

  /** After both passes: the accounts that changed. */
  changed(): readonly ChangedAccount[] {
    for (let entry = 0; entry < this.table.bound; entry += 1) {
      if (this.#known[entry] !== READ) continue;
      const address = Buffer.from(this.table.address(entry));
      const digest = Buffer.from(this.table.digest(entry));
      const above = { slot: this.#aboveSlots[this.#slices[entry] ?? 0] ?? 0n, digest: undefined };
      this.#note({ address, below: { slot: this.#slotBelow(entry), digest }, above });
    }
    return [...this.#changed.values()];
  }

  #note(account: ChangedAccount): void {
    const key = account.address.toString('latin1');
    if (!this.#changed.has(key)) this.#changed.set(key, account);
  }

  #set(address: Uint8Array, digest: Buffer, slice: number): number {
    const entry = this.table.set(address, digest);
    if (entry >= this.#known.length) this.#grow();
    this.#slices[entry] = slice;
    return entry;
  }

  #slotBelow(entry: number): bigint {
    return this.#belowSlots[this.#slices[entry] ?? 0] ?? 0n;
  }

  #grow(): void {
    const slices = new Uint16Array(this.#slices.length * 2);
    const known = new Uint8Array(slices.length);
    slices.set(this.#slices);
    known.set(this.#known);
    this.#slices = slices;
    this.#known = known;
  }
}
