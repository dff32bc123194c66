import { createHash, hash } from 'node:crypto';
import { AddressIndex } from '../model/address-index.ts';
import type { ChainAccount } from '../model/chain-read.ts';
import { viewOf } from '../model/words.ts';

const BYTES = 32;
const FIRST_ENTRIES = 256;
/** The bits of a sort key for the entry, as many as an `AddressIndex` can number; the rest is the start of the address. */
const ENTRY_BITS = 32n;
const PREFIX_BYTES = 4;

/**
 * The chain's state at one slot: a digest for each address, about 110 bytes per account and no objects. The
 * digest of one account is SHA-256 over its data and its lamports as u64 LE.
 */
export class AccountTable {
  readonly #index = new AddressIndex();
  #addresses: Buffer = Buffer.alloc(FIRST_ENTRIES * BYTES);
  #digests: Buffer = Buffer.alloc(FIRST_ENTRIES * BYTES);
  #dropped = 0;

  /** The number of accounts. */
  get size(): number {
    return this.#index.size - this.#dropped;
  }

  /** Every entry is below this number. */
  get bound(): number {
    return this.#index.size;
  }

  /** Both 32 raw bytes. Returns the entry. */
  set(address: Uint8Array, digest: Uint8Array): number {
    const known = this.#index.size;
    const entry = this.#index.entry(viewOf(address), 0);
    if (entry < known && !this.has(entry)) this.#dropped -= 1;
    this.#reserve(entry + 1);
    this.#index.setValue(entry, entry);
    this.#addresses.set(address, entry * BYTES);
    this.#digests.set(digest, entry * BYTES);
    return entry;
  }

  /** Whether an entry below `bound` still is an account. */
  has(entry: number): boolean {
    return this.#index.value(entry) >= 0;
  }

  drop(address: Uint8Array): void {
    const entry = this.find(address);
    if (entry < 0) return;
    this.#index.setValue(entry, -1);
    this.#dropped += 1;
  }

  /** The number of an address, or -1. */
  find(address: Uint8Array): number {
    return this.#index.find(viewOf(address), 0);
  }

  address(entry: number): Buffer {
    return this.#addresses.subarray(entry * BYTES, (entry + 1) * BYTES);
  }

  digest(entry: number): Buffer {
    return this.#digests.subarray(entry * BYTES, (entry + 1) * BYTES);
  }

  /** SHA-256 over address and digest of every counted account, by ascending address. */
  digestOfAll(counts: (address: Buffer) => boolean): Buffer {
    const hash = createHash('sha256');
    for (const entry of this.#inAddressOrder()) {
      const address = this.address(entry);
      if (counts(address)) hash.update(address).update(this.digest(entry));
    }
    return hash.digest();
  }

  /** Native sort over the first bytes; the few entries that share them are sorted afterwards. */
  #inAddressOrder(): number[] {
    const keys = new BigUint64Array(this.size);
    let at = 0;
    for (let entry = 0; entry < this.bound; entry += 1) {
      if (!this.has(entry)) continue;
      const prefix = BigInt(this.#addresses.readUIntBE(entry * BYTES, PREFIX_BYTES));
      keys[at] = (prefix << ENTRY_BITS) | BigInt(entry);
      at += 1;
    }
    keys.sort();
    const order = Array.from(keys, (key) => Number(BigInt.asUintN(Number(ENTRY_BITS), key)));
    for (let at = 1; at < order.length; at += 1) {
      for (let to = at; to > 0 && this.#follows(order[to - 1], order[to]); to -= 1)
        [order[to - 1], order[to]] = [order[to] ?? 0, order[to - 1] ?? 0];
    }
    return order;
  }

  #follows(a = 0, b = 0): boolean {
    return this.address(a).compare(this.address(b)) > 0;
  }

  #reserve(entries: number): void {
    if (entries * BYTES <= this.#addresses.length) return;
    const grow = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
    this.#addresses = grow(this.#addresses);
    this.#digests = grow(this.#digests);
  }
}

/** The greatest slot of several answers, at least `floor`. */
export function newestSlot(answers: readonly { readonly slot: bigint }[], floor: bigint): bigint {
  let newest = floor;
  for (const { slot } of answers) if (slot > newest) newest = slot;
  return newest;
}

/** The compared value of an account: SHA-256 over its data and its lamports as u64 LE. */
export function accountDigest({ data, lamports }: Pick<ChainAccount, 'data' | 'lamports'>): Buffer {
  const bytes = Buffer.allocUnsafe(data.length + 8);
  bytes.set(data);
  bytes.writeBigUInt64LE(lamports, data.length);
  return hash('sha256', bytes, 'buffer');
}
