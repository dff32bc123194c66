import { networksOf } from './client-network.ts';

/** When a client that found no slot may try again: nobody knows when the next one becomes free. */
export const SLOT_RETRY_SECONDS = 5;

export interface SlotBounds {
  /** Of all clients together. */
  readonly total: number;
  /** Of one client; larger networks may hold a multiple, see `networksOf`. */
  readonly perClient: number;
}

/** Whose bound is used up: that of all clients together, or that of the client or a network that it is in. */
export type SlotRefusal = 'total' | 'client';

/** Slots of which clients may hold a bounded number at a time. */
export class ClientSlots {
  readonly #bounds: SlotBounds;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(bounds: SlotBounds) {
    this.#bounds = bounds;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Why a client can have no slot now; undefined where it can. */
  refusal(client: string): SlotRefusal | undefined {
    const { total, perClient } = this.#bounds;
    const full = networksOf(client).some(
      ({ name, clients }) => (this.#held.get(name) ?? 0) >= perClient * clients,
    );
    if (full) return 'client';
    return this.#taken >= total ? 'total' : undefined;
  }

  /** Takes a slot; call the result to give it back. */
  take(client: string): () => void {
    this.#add(client, 1);
    let held = true;
    return () => {
      if (held) this.#add(client, -1);
      held = false;
    };
  }

  #add(client: string, change: 1 | -1): void {
    this.#taken += change;
    for (const { name } of networksOf(client)) {
      const left = (this.#held.get(name) ?? 0) + change;
      if (left === 0) this.#held.delete(name);
      else this.#held.set(name, left);
    }
  }
}
