interface Run<Value> {
  /** Never rejects. */
  readonly ended: Promise<void>;
  /** The run shared by everyone who arrived during the current one. */
  next: Promise<Value> | undefined;
}

/**
 * Runs work for one key sequentially. Callers that arrive during a run share the next one. So each result is
 * newer than its request, and a flood costs one run at a time.
 */
export class SharedRuns<Value> {
  readonly #runs = new Map<string, Run<Value>>();

  run(key: string, work: () => Promise<Value>): Promise<Value> {
    const held = this.#runs.get(key);
    if (held === undefined) return this.#begin(key, work);
    held.next ??= held.ended.then(() => this.#begin(key, work));
    return held.next;
  }

  #begin(key: string, work: () => Promise<Value>): Promise<Value> {
    const done = work();
    const nothing = () => undefined;
    const run: Run<Value> = { ended: done.then(nothing, nothing), next: undefined };
    this.#runs.set(key, run);
    void run.ended.then(() => {
      if (run.next === undefined) this.#runs.delete(key);
    });
    return done;
  }
}
