/**
 * Values on their way to one reader, at most so many waiting. It ends by itself (`end`), by falling behind, or by its
 * reader (`return`); a last value may say why.
 */
export class BoundedQueue<Value> implements AsyncIterableIterator<Value> {
  readonly #most: number;
  readonly #onEnd: (() => void)[];
  #waiting: Value[] = [];
  #readers: ((result: IteratorResult<Value>) => void)[] = [];
  #ended = false;

  /** @param onEnd called once, when nothing more is taken; see `onEnd` */
  constructor(most: number, onEnd: () => void = () => undefined) {
    this.#most = most;
    this.#onEnd = [onEnd];
  }

  /** Calls the listener when nothing more is taken. */
  onEnd(listener: () => void): void {
    if (this.#ended) listener();
    else this.#onEnd.push(listener);
  }

  /** Takes a value for the reader; false when the queue is full or at its end. */
  push(value: Value): boolean {
    if (this.#ended || this.#waiting.length >= this.#most) return false;
    const reader = this.#readers.shift();
    if (reader) reader({ done: false, value });
    else this.#waiting.push(value);
    return true;
  }

  /** Ends after what waits, or at once with `last` in place of it. */
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
