import { randomInt } from 'node:crypto';
import { copyWords, equalKeys } from './words.ts';

const KEY_BYTES = 32;
const FIRST_ENTRIES = 64;
const NONE = -1;

/**
 * Finds an integer by a 32-byte address: open addressing over typed arrays, no object per entry. Entries are
 * numbered in the order of insertion and are only removed all at once.
 */
export class AddressIndex {
  /** Entry number + 1 by hash; 0 is free. At most half full. */
  #table = new Int32Array(FIRST_ENTRIES * 2);
  #keys = new DataView(new ArrayBuffer(FIRST_ENTRIES * KEY_BYTES));
  #values = new Int32Array(FIRST_ENTRIES);
  #count = 0;
  // Others choose the addresses; a secret seed keeps them from causing collisions.
  readonly #seed = randomInt(2 ** 31);

  get size(): number {
    return this.#count;
  }

  /** The value of an address, or -1. */
  find(bytes: DataView, at: number): number {
    const entry = (this.#table[this.#probe(bytes, at)] ?? 0) - 1;
    return entry < 0 ? NONE : this.value(entry);
  }

  /** The entry of an address, created with the value -1 if there is none. */
  entry(bytes: DataView, at: number): number {
    const place = this.#probe(bytes, at);
    const found = (this.#table[place] ?? 0) - 1;
    return found < 0 ? this.#add(bytes, at, place) : found;
  }

  value(entry: number): number {
    return this.#values[entry] ?? NONE;
  }

  setValue(entry: number, value: number): void {
    this.#values[entry] = value;
  }

  clear(): void {
    this.#table.fill(0);
    this.#count = 0;
  }

  #add(bytes: DataView, at: number, freePlace: number): number {
    const full = this.#count === this.#values.length;
    if (full) this.#grow();
    const entry = this.#count;
    copyWords(this.#keys, entry * KEY_BYTES, bytes, at, KEY_BYTES / 8);
    this.#values[entry] = NONE;
    this.#count += 1;
    this.#table[full ? this.#probe(bytes, at) : freePlace] = this.#count;
    return entry;
  }

  /** The position of the address in the table, or the free position for it. */
  #probe(bytes: DataView, at: number): number {
    const mask = this.#table.length - 1;
    let place = this.#hash(bytes.getInt32(at, true), bytes.getInt32(at + 4, true)) & mask;
    for (;;) {
      const entry = (this.#table[place] ?? 0) - 1;
      if (entry < 0 || equalKeys(this.#keys, entry * KEY_BYTES, bytes, at)) return place;
      place = (place + 1) & mask;
    }
  }

  #hash(first: number, second: number): number {
    let hash = Math.imul(first ^ this.#seed, 0x9e37_79b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0x85eb_ca6b);
    return hash ^ (hash >>> 13);
  }

  #grow(): void {
    const entries = this.#values.length * 2;
    const keys = new DataView(new ArrayBuffer(entries * KEY_BYTES));
    const values = new Int32Array(entries);
    copyWords(keys, 0, this.#keys, 0, this.#keys.byteLength / 8);
    values.set(this.#values);
    this.#keys = keys;
    this.#values = values;
    this.#table = new Int32Array(entries * 2);
    for (let entry = 0; entry < this.#count; entry += 1) {
      this.#table[this.#probe(keys, entry * KEY_BYTES)] = entry + 1;
    }
  }
}
