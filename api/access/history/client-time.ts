import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/kernel/clock.ts';
import { type Network, networksOf } from '../client-network.ts';
import { ClientSlots } from '../client-slots.ts';

export interface ClientTimeOptions {
  readonly clock: Clock;
  /** A client's maximum; larger networks may use a multiple, see `networksOf`. */
  readonly burstMs: number;
  /** How much of it a client regains per millisecond. */
  readonly regained: number;
  /** The most networks kept at a time. */
  readonly networks: number;
}

interface Used {
  readonly ms: number;
  readonly at: number;
}

/** The ClickHouse time used by each client, regained over time. It is bounded only while another client reads too. */
export class ClientTime {
  readonly #options: ClientTimeOptions;
  readonly #used: LRUCache<string, Used>;
  /** Statements that run or wait. */
  readonly #reading = new ClientSlots({
    total: Number.POSITIVE_INFINITY,
    perClient: Number.POSITIVE_INFINITY,
  });

  constructor(options: ClientTimeOptions) {
    this.#options = options;
    this.#used = new LRUCache({ max: options.networks });
  }

  /** Counts a client as reading; call the result when its statement has ended. */
  enter(client: string): () => void {
    return this.#reading.take(client);
  }

  add(client: string, ms: number): void {
    const at = this.#options.clock.now();
    for (const network of networksOf(client)) {
      this.#used.set(network.name, { ms: this.#usedBy(network) + ms, at });
    }
  }

  /** The used share of a client's maximum, or of one of its networks if that is greater. */
  load(client: string): number {
    const loads = networksOf(client).map(
      (network) => this.#usedBy(network) / (this.#options.burstMs * network.clients),
    );
    return Math.max(...loads);
  }

  /** Whole seconds until a client may continue; 0 if it may now, as it always may while nobody else reads. */
  secondsLeft(client: string): number {
    if (this.#reading.taken === this.#reading.heldBy(client)) return 0;
    const { burstMs, regained } = this.#options;
    const waits = networksOf(client).map((network) => {
      const beyondMs = this.#usedBy(network) - burstMs * network.clients;
      return beyondMs < 0 ? 0 : Math.max(1, Math.ceil(beyondMs / (regained * network.clients) / 1000));
    });
    return Math.max(...waits);
  }

  #usedBy({ name, clients }: Network): number {
    const { clock, regained } = this.#options;
    const used = this.#used.get(name);
    return used === undefined ? 0 : Math.max(0, used.ms - (clock.now() - used.at) * regained * clients);
  }
}
