import type { Indicator } from './moving-average.ts';

/**
 * The share of the newest `period` values, including the newest, that do not exceed it: from 1/period to 1. An exact
 * rank cannot be computed in constant time, so a bar takes time logarithmic in the period.
 */
export function percentileRank(period: number): Indicator {
  const window = new OrderTree(period);
  let seen = 0;
  return (value) => {
    const node = 1 + (seen % period);
    if (seen >= period) window.remove(node);
    const rank = window.insert(node, value) + 1;
    seen += 1;
    return seen < period ? undefined : rank / period;
  };
}

/** The end of a link; node 0 has no number, and its left link is the root. */
const NONE = 0;

/**
 * Ordered numbers with their ranks in logarithmic time: a treap with a deterministic pseudo-random shape. The caller
 * numbers nodes from 1.
 */
export class OrderTree {
  readonly #values: Float64Array;
  /** Two per node, left and right. */
  readonly #links: Int32Array;
  readonly #sizes: Int32Array;
  /** A node's rank is at least that of all nodes below it. */
  readonly #ranks: Uint32Array;

  constructor(capacity: number) {
    this.#values = new Float64Array(capacity + 1);
    this.#links = new Int32Array(2 * (capacity + 1));
    this.#sizes = new Int32Array(capacity + 1);
    this.#ranks = Uint32Array.from({ length: capacity + 1 }, (_, node) => scattered(node));
  }

  /** Inserts a number after all that are less or equal, and returns how many those are. */
  insert(node: number, value: number): number {
    const [values, links, sizes, ranks] = [this.#values, this.#links, this.#sizes, this.#ranks];
    const rank = ranks[node] as number;
    let before = 0;
    let link = 0;
    let next = links[link] as number;
    while (next !== NONE && (ranks[next] as number) >= rank) {
      sizes[next] = (sizes[next] as number) + 1;
      const isBefore = (values[next] as number) <= value;
      if (isBefore) before += (sizes[links[2 * next] as number] as number) + 1;
      link = 2 * next + (isBefore ? 1 : 0);
      next = links[link] as number;
    }
    values[node] = value;
    links[link] = node;
    this.#split(next, value, 2 * node, 2 * node + 1);
    this.#resize(node);
    return before + (sizes[links[2 * node] as number] as number);
  }

  /** Removes a node, which is the oldest of those with its value. */
  remove(node: number): void {
    const [values, links, sizes] = [this.#values, this.#links, this.#sizes];
    const value = values[node] as number;
    let link = 0;
    for (let next = links[link] as number; next !== node; next = links[link] as number) {
      sizes[next] = (sizes[next] as number) - 1;
      link = 2 * next + ((values[next] as number) < value ? 1 : 0);
    }
    links[link] = this.#join(links[2 * node] as number, links[2 * node + 1] as number);
  }

  /** The longest path to a node. */
  get depth(): number {
    const below = (node: number): number =>
      node === NONE
        ? 0
        : 1 + Math.max(below(this.#links[2 * node] ?? NONE), below(this.#links[2 * node + 1] ?? NONE));
    return below(this.#links[0] ?? NONE);
  }

  /** Puts everything up to the value on one link, and everything above it on the other. */
  #split(node: number, value: number, lower: number, upper: number): void {
    const links = this.#links;
    if (node === NONE) {
      links[lower] = NONE;
      links[upper] = NONE;
    } else if ((this.#values[node] as number) <= value) {
      links[lower] = node;
      this.#split(links[2 * node + 1] as number, value, 2 * node + 1, upper);
      this.#resize(node);
    } else {
      links[upper] = node;
      this.#split(links[2 * node] as number, value, lower, 2 * node);
      this.#resize(node);
    }
  }

  #join(before: number, after: number): number {
    const links = this.#links;
    if (before === NONE) return after;
    if (after === NONE) return before;
    if ((this.#ranks[before] as number) >= (this.#ranks[after] as number)) {
      links[2 * before + 1] = this.#join(links[2 * before + 1] as number, after);
      return this.#resize(before);
    }
    links[2 * after] = this.#join(before, links[2 * after] as number);
    return this.#resize(after);
  }

  #resize(node: number): number {
    const [links, sizes] = [this.#links, this.#sizes];
    sizes[node] =
      (sizes[links[2 * node] as number] as number) + (sizes[links[2 * node + 1] as number] as number) + 1;
    return node;
  }
}

/** A pseudo-random integer: MurmurHash3's finalizer. */
function scattered(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
