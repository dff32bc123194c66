/** Lets those who need the same thing have it one after another. */
export class TaskQueue {
  #last: Promise<void> = Promise.resolve();

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    try {
      return await work();
    } finally {
      resolve();
    }
  }
}
