import { LRUCache } from 'lru-cache';

export interface FixedWindow<Counts> {
  /** Unix milliseconds. */
  readonly endsAt: number;
  readonly counts: Counts;
}

export interface WindowBounds {
  readonly windowMs: number;
  /** Keys that are remembered; beyond them the one seen longest ago is forgotten. */
  readonly keys: number;
}

/** What was counted of each key in its current window, all windows of one length. */
export class FixedWindows<Counts> {
  readonly #windowMs: number;
  readonly #windows: LRUCache<string, FixedWindow<Counts>>;
  readonly #begin: (ended: Counts | undefined) => Counts;

  /** @param begin the counts of a new window, given those of the one that ended if it is still remembered */
  constructor({ windowMs, keys }: WindowBounds, begin: (ended: Counts | undefined) => Counts) {
    this.#windowMs = windowMs;
    this.#windows = new LRUCache({ max: keys });
    this.#begin = begin;
  }

  /** The window of a key at a time, begun if it has none. */
  at(key: string, now: number): FixedWindow<Counts> {
    const known = this.#windows.get(key);
    if (known !== undefined && now < known.endsAt) return known;
    const begun = { endsAt: now + this.#windowMs, counts: this.#begin(known?.counts) };
    this.#windows.set(key, begun);
    return begun;
  }
}

/** Whole seconds until a window ends, as `Retry-After` has them; at least 1. */
export function secondsLeft({ endsAt }: FixedWindow<unknown>, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / 1000));
}
