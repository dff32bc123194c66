import { AddressIndex } from './address-index.ts';
import type { ClosedAccount } from './closed-rows.ts';
import type { SlotBuffer } from './slot-buffer.ts';
import { PLEDGE_VERSIONS, QUARANTINE } from './tables.ts';
import { viewOf } from './words.ts';

/** What a known account is: the columns that order its table, or the owner of a quarantined one. */
export type KnownAccount = Extract<ClosedAccount, { readonly kind: 'pledge' | 'quarantine' }>;

const KEY_BYTES = 32;
const KEY_WORDS = KEY_BYTES / 8;
const FIRST_ACCOUNTS = 1_024;
const { address: ADDRESS, launch_id, pledger: PLEDGER } = PLEDGE_VERSIONS.byName;
const { owner: OWNER, lamports: LAMPORTS } = QUARANTINE.byName;

/**
 * Pledges, and accounts that could not be read. A closure shows only an address; this tells it from that of any other
 * account. 90 to 180 bytes each; closed accounts stay, because they may be created again, or their slot may turn out to
 * be dead.
 */
export class KnownAccounts {
  readonly #index = new AddressIndex();
  #raw = new Uint8Array(FIRST_ACCOUNTS);
  #launches = new BigUint64Array(FIRST_ACCOUNTS);
  /** The pledger of a Pledge, or the owner of an account that was never readable. */
  #keyWords = new BigUint64Array(FIRST_ACCOUNTS * KEY_WORDS);
  #keys = bytesOf(this.#keyWords);

  get size(): number {
    return this.#index.size;
  }

  /** Adds the accounts of a slot or a snapshot. An account that was decoded once is no longer unknown. */
  learn({ pledges, quarantine }: SlotBuffer): void {
    for (let row = 0; row < pledges.rows; row += 1) {
      const entry = this.#index.entry(pledges.view, pledges.capacity * ADDRESS.prefix + row * KEY_BYTES);
      if (!this.#isPledge(entry)) this.#putPledge(entry, pledges, row);
    }
    for (let row = 0; row < quarantine.rows; row += 1) {
      if (quarantine.u64(LAMPORTS, row) === 0n) continue;
      const at = quarantine.capacity * ADDRESS.prefix + row * KEY_BYTES;
      const entry = this.#index.entry(quarantine.view, at);
      if (this.#isPledge(entry)) continue;
      this.#put(entry, { kind: 'quarantine', owner: quarantine.bytes(OWNER, row) });
    }
  }

  add(address: Uint8Array, account: KnownAccount): void {
    const entry = this.#index.entry(viewOf(address), 0);
    if (this.#index.value(entry) < 0 || !this.#isPledge(entry)) this.#put(entry, account);
  }

  find(address: Uint8Array): KnownAccount | undefined {
    const entry = this.#index.find(viewOf(address), 0);
    if (entry < 0) return undefined;
    const key = this.#keys.subarray(entry * KEY_BYTES, (entry + 1) * KEY_BYTES);
    if (!this.#isPledge(entry)) return { kind: 'quarantine', owner: key };
    return { kind: 'pledge', launchId: this.#launches[entry] ?? 0n, pledger: key };
  }

  clear(): void {
    this.#index.clear();
  }

  #isPledge(entry: number): boolean {
    return this.#index.value(entry) >= 0 && this.#raw[entry] === 0;
  }

  /** Every row of a busy slot comes here, so it copies words and creates no object. */
  #putPledge(entry: number, { words, capacity }: SlotBuffer['pledges'], row: number): void {
    this.#claim(entry);
    const eighth = capacity >>> 3;
    const pledger = eighth * PLEDGER.prefix + row * KEY_WORDS;
    this.#raw[entry] = 0;
    this.#launches[entry] = words[eighth * launch_id.prefix + row] ?? 0n;
    for (let word = 0; word < KEY_WORDS; word += 1)
      this.#keyWords[entry * KEY_WORDS + word] = words[pledger + word] ?? 0n;
  }

  #claim(entry: number): void {
    if (entry >= this.#launches.length) this.#grow(entry);
    this.#index.setValue(entry, entry);
  }

  #put(entry: number, account: KnownAccount): void {
    this.#claim(entry);
    const raw = account.kind === 'quarantine';
    this.#raw[entry] = raw ? 1 : 0;
    this.#launches[entry] = raw ? 0n : account.launchId;
    this.#keys.set(raw ? account.owner : account.pledger, entry * KEY_BYTES);
  }

  #grow(entry: number): void {
    const length = Math.max(this.#launches.length * 2, entry + 1);
    const launches = new BigUint64Array(length);
    launches.set(this.#launches);
    const keys = new BigUint64Array(length * KEY_WORDS);
    keys.set(this.#keyWords);
    const raw = new Uint8Array(length);
    raw.set(this.#raw);
    this.#launches = launches;
    this.#keyWords = keys;
    this.#keys = bytesOf(keys);
    this.#raw = raw;
  }
}

function bytesOf(words: BigUint64Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(words.buffer);
}
