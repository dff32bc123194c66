import { randomInt } from 'node:crypto';

const WORDS = 8;
const FIRST_ENTRIES = 64;
const NONE = -1;

/**
 * Finds a whole number by a 32-byte address: open addressing over typed arrays, no object per entry. Entries are
 * numbered in the order in which they came and leave only all at once.
 */
export class AddressIndex {
  /** Entry number + 1 by hash; 0 is free. At most half full. */
  #table = new Int32Array(FIRST_ENTRIES * 2);
  #keys = new Int32Array(FIRST_ENTRIES * WORDS);
  #values = new Int32Array(FIRST_ENTRIES);
  #count = 0;
  // Addresses are chosen by others; an unknown seed keeps them from choosing ones that collide.
  readonly #seed = randomInt(2 ** 31);

  get size(): number {
    return this.#count;
  }

  /** The value of an address, or -1. */
  find(bytes: DataView, at: number): number {
    const entry = (this.#table[this.#probe(bytes, at)] ?? 0) - 1;
    return entry < 0 ? NONE : this.value(entry);
  }

  /** The entry of an address, made with the value -1 when there is none. */
  entry(bytes: DataView, at: number): number {
    const found = (this.#table[this.#probe(bytes, at)] ?? 0) - 1;
    return found < 0 ? this.#add(bytes, at) : found;
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

  #add(bytes: DataView, at: number): number {
    if (this.#count === this.#values.length) this.#grow();
    const entry = this.#count;
    for (let word = 0; word < WORDS; word += 1) {
      this.#keys[entry * WORDS + word] = bytes.getInt32(at + word * 4, true);
    }
    this.#values[entry] = NONE;
    this.#count += 1;
    this.#table[this.#probe(bytes, at)] = this.#count;
    return entry;
  }

  /** Where the address stands in the table, or the free place where it would. */
  #probe(bytes: DataView, at: number): number {
    const mask = this.#table.length - 1;
    let place = this.#hash(bytes.getInt32(at, true), bytes.getInt32(at + 4, true)) & mask;
    for (;;) {
      const entry = (this.#table[place] ?? 0) - 1;
      if (entry < 0 || this.#holds(entry, bytes, at)) return place;
      place = (place + 1) & mask;
    }
  }

  #holds(entry: number, bytes: DataView, at: number): boolean {
    const key = entry * WORDS;
    for (let word = 0; word < WORDS; word += 1) {
      if (this.#keys[key + word] !== bytes.getInt32(at + word * 4, true)) return false;
    }
    return true;
  }

  #hash(first: number, second: number): number {
    let hash = Math.imul(first ^ this.#seed, 0x9e37_79b1);
    hash = Math.imul(hash ^ (hash >>> 15) ^ second, 0x85eb_ca6b);
    return hash ^ (hash >>> 13);
  }

  #grow(): void {
    const entries = this.#values.length * 2;
    const keys = new Int32Array(entries * WORDS);
    const values = new Int32Array(entries);
    keys.set(this.#keys);
    values.set(this.#values);
    this.#keys = keys;
    this.#values = values;
    this.#table = new Int32Array(entries * 2);
    const view = new DataView(keys.buffer);
    for (let entry = 0; entry < this.#count; entry += 1) {
      this.#table[this.#probe(view, entry * WORDS * 4)] = entry + 1;
    }
  }
}
