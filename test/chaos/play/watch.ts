/** A checkpoint as it was seen from outside the process. */
export interface SeenCheckpoint {
  readonly slot: bigint;
  readonly revision: bigint;
}

/** Follows the checkpoints of all lives of the process and notes every one that goes back. */
export class CheckpointWatch {
  readonly #waiting = new Set<{ readonly slot: bigint; readonly resolve: () => void }>();
  readonly #violations: string[] = [];
  readonly #stepsBack: SeenCheckpoint[] = [];
  #last: SeenCheckpoint | undefined;
  #count = 0;
  #first: bigint | undefined;
  #next = Promise.withResolvers<void>();

  /** The newest slot that was vouched for. */
  get slot(): bigint {
    return this.#last?.slot ?? -1n;
  }

  /** The slot of the first checkpoint. */
  get first(): bigint | undefined {
    return this.#first;
  }

  get revision(): bigint {
    return this.#last?.revision ?? 0n;
  }

  get count(): number {
    return this.#count;
  }

  get violations(): readonly string[] {
    return this.#violations;
  }

  /** Checkpoints whose slot is below that of the one before: each must have been recorded. */
  get stepsBack(): readonly SeenCheckpoint[] {
    return this.#stepsBack;
  }

  see(slot: bigint, revision: bigint): void {
    const last = this.#last;
    this.#count += 1;
    this.#first ??= slot;
    if (last && revision <= last.revision) {
      this.#violations.push(`checkpoint revision ${revision} came after ${last.revision}`);
    }
    if (last && slot < last.slot) this.#stepsBack.push({ slot, revision });
    this.#last = { slot, revision };
    this.#wake();
  }

  /** What a dead process left: never less than what it had vouched for. */
  found(bound: SeenCheckpoint | undefined): void {
    const last = this.#last;
    if (last && (!bound || bound.revision < last.revision)) {
      this.#violations.push(`revision ${last.revision} was vouched for and ${bound?.revision} is there`);
    }
    if (!bound || (last && bound.revision <= last.revision)) return;
    // The process died between writing it and telling of it.
    if (last && bound.slot < last.slot) this.#stepsBack.push(bound);
    this.#last = { slot: bound.slot, revision: bound.revision };
    this.#wake();
  }

  /** Resolves at the next checkpoint. */
  next(): Promise<void> {
    return this.#next.promise;
  }

  /** Resolves when a checkpoint reaches `slot`. */
  reach(slot: bigint): Promise<void> {
    if (this.slot >= slot) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add({ slot, resolve }));
  }

  #wake(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers<void>();
    for (const waiter of this.#waiting) {
      if (waiter.slot > this.slot) continue;
      this.#waiting.delete(waiter);
      waiter.resolve();
    }
  }
}
