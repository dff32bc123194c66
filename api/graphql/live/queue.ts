/**
 * A bounded queue of values for one reader. It ends explicitly (`end`), by falling behind, or by its reader (`return`);
 * a last value may give the reason.
 */
export class BoundedQueue<Value> implements AsyncIterableIterator<Value> {
  readonly #most: number;
  readonly #onEnd: (() => void)[];
  #waiting: Value[] = [];
  #readers: ((result: IteratorResult<Value>) => void)[] = [];
  #ended = false;

  /** @param onEnd called once, when no more values are accepted; see `onEnd` */
  constructor(most: number, onEnd: () => void = () => undefined) {
    this.#most = most;
    this.#onEnd = [onEnd];
  }

  /** Calls the listener when no more values are accepted. */
  onEnd(listener: () => void): void {
    if (this.#ended) listener();
    else this.#onEnd.push(listener);
  }

  /** Adds a value; false if the queue is full or has ended. */
  push(value: Value): boolean {
    if (this.#ended || this.#waiting.length >= this.#most) return false;
    const reader = this.#readers.shift();
    if (reader) reader({ done: false, value });
    else this.#waiting.push(value);
    return true;
  }

  /** Ends after the waiting values, or immediately with `last` in their place. */
  end(last?: Value): void {
    if (this.#ended) return;
    if (last !== undefined) {
      this.#waiting = [];
      this.push(last);
    }
    this.#ended = true;
    for (const reader of this.#readers) reader({ done: true, value: undefined });
    this.#readers = [];
    for (const listener of this.#onEnd) listener();
  }

  next(): Promise<IteratorResult<Value>> {
    const value = this.#waiting.shift();
    if (value !== undefined) return Promise.resolve({ done: false, value });
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#readers.push(resolve));
  }

  return(): Promise<IteratorResult<Value>> {
    this.#waiting = [];
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
