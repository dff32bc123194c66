interface Run<Value> {
  /** Never rejects. */
  readonly ended: Promise<void>;
  /** What everybody shares who came while it ran. */
  next: Promise<Value> | undefined;
}

/**
 * Runs work of one key one after another. Whoever comes while it runs shares the next run, which begins after they
 * came: so each answer is newer than its question, and a flood costs no more than one run at a time.
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
