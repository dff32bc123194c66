import { LRUCache } from 'lru-cache';
import { lazily } from '../../core/kernel/lazily.ts';

export interface FixedWindow<Counts> {
  /** Unix milliseconds. */
  readonly endsAt: number;
  readonly counts: Counts;
}

export interface WindowBounds {
  readonly windowMs: number;
  /** The most keys kept; the least recently seen are dropped. */
  readonly keys: number;
}

/** Counts per key in windows of a fixed length. */
export class FixedWindows<Counts> {
  readonly #windowMs: number;
  /** Made when it is first used, because it takes the room for all keys at once. */
  readonly #windows: () => LRUCache<string, FixedWindow<Counts>>;
  readonly #begin: (ended: Counts | undefined) => Counts;

  /** @param begin the counts of a new window, given those of the previous one if still known */
  constructor({ windowMs, keys }: WindowBounds, begin: (ended: Counts | undefined) => Counts) {
    this.#windowMs = windowMs;
    this.#windows = lazily(() => new LRUCache({ max: keys }));
    this.#begin = begin;
  }

  /** The current window of a key, started if there is none. */
  at(key: string, now: number): FixedWindow<Counts> {
    const windows = this.#windows();
    const known = windows.get(key);
    if (known !== undefined && now < known.endsAt) return known;
    const begun = { endsAt: now + this.#windowMs, counts: this.#begin(known?.counts) };
    windows.set(key, begun);
    return begun;
  }
}

/** Whole seconds until a window ends, as in `Retry-After`; at least 1. */
export function secondsLeft({ endsAt }: FixedWindow<unknown>, now: number): number {
  return Math.max(1, Math.ceil((endsAt - now) / 1000));
}
