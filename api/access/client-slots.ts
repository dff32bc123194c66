import { clientNetwork, networksOf } from './client-network.ts';

/** When a client without a slot may try again: nobody knows when the next one becomes free. */
export const SLOT_RETRY_SECONDS = 5;

export interface SlotBounds {
  /** In total. */
  readonly total: number;
  /** Per client; larger networks may use a multiple, see `networksOf`. */
  readonly perClient: number;
}

/** Which limit is used up: the total, or that of the client or one of its networks. */
export type SlotRefusal = 'total' | 'client';

/** A limited number of slots, shared by clients. */
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

  /** The slots that a client holds. */
  heldBy(client: string): number {
    return this.#held.get(clientNetwork(client)) ?? 0;
  }

  /** Why a client cannot have a slot now; undefined if it can. */
  refusal(client: string): SlotRefusal | undefined {
    const { total, perClient } = this.#bounds;
    const full = networksOf(client).some(
      ({ name, clients }) => (this.#held.get(name) ?? 0) >= perClient * clients,
    );
    if (full) return 'client';
    return this.#taken >= total ? 'total' : undefined;
  }

  /** Takes a slot; call the result to release it. */
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
