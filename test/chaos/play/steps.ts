/** The slots of a play as they pass. Faults wait for slots, never for time. */
export class Steps {
  readonly #waiting = new Set<{ readonly step: number; readonly resolve: () => void }>();
  #now = 0;

  get now(): number {
    return this.#now;
  }

  /** One slot has passed. */
  pass(): void {
    this.#now += 1;
    for (const waiter of this.#waiting) {
      if (waiter.step > this.#now) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }

  /** Resolves when so many slots have passed since the play began. */
  reach(step: number): Promise<void> {
    if (step <= this.#now) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add({ step, resolve }));
  }

  /** Resolves when so many slots more have passed. */
  more(slots: number): Promise<void> {
    return this.reach(this.#now + slots);
  }
}
