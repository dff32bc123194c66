/** Limits concurrent requests across all callers; others wait in line. */
export class FetchPool {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  async run<Result>(request: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limit) this.#running += 1;
    else await new Promise<void>((go) => this.#waiting.push(go));
    try {
      return await request();
    } finally {
      // The slot passes to the next in line, or becomes free.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
