import type { StoreStep } from '../../read/latest/store.ts';

/** When each launch last changed, as far as this process saw it. */
export class ChangeLog {
  readonly #changedAt = new Map<bigint, bigint>();
  /** What changed at or below this slot is not known by launch. */
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

  /** Whether the launch may have changed after `slot`. True where nobody knows: an event too many does no harm. */
  mayHaveChanged(launchId: bigint, slot: bigint): boolean {
    if (this.#unknownUpTo === undefined || slot < this.#unknownUpTo) return true;
    return (this.#changedAt.get(launchId) ?? this.#unknownUpTo) > slot;
  }
}
