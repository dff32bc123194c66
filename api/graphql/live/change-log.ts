import type { StoreStep } from '../../read/latest/store.ts';

/** When each launch last changed, as far as this process knows. */
export class ChangeLog {
  readonly #changedAt = new Map<bigint, bigint>();
  /** Changes at or below this slot are not known by launch. */
  #unknownUpTo: bigint | undefined;

  note({ snapshot, launchIds }: StoreStep): void {
    const { slot } = snapshot.stamp;
    if (launchIds === undefined || this.#unknownUpTo === undefined) {
      this.#changedAt.clear();
      this.#unknownUpTo = slot;
      return;
    }
    for (const launchId of launchIds) this.#changedAt.set(launchId, slot);
  }

  /** Whether the launch may have changed after `slot`. True if unknown: an extra event does no harm. */
  mayHaveChanged(launchId: bigint, slot: bigint): boolean {
    if (this.#unknownUpTo === undefined || slot < this.#unknownUpTo) return true;
    return (this.#changedAt.get(launchId) ?? this.#unknownUpTo) > slot;
  }
}
