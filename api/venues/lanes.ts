import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { ClientSlots, SLOT_RETRY_SECONDS, type SlotBounds } from '../access/client-slots.ts';
import type { LimitMetrics } from '../access/limit-names.ts';

/**
 * Why a venue is asked: an owner is about to sign, a call with a credential, or a public quote. Each lane has its own
 * capacity.
 */
export type VenueLane = 'signing' | 'calls' | 'quotes';

/** On whose behalf a venue is asked. */
export interface VenueAsker {
  readonly lane: VenueLane;
  /** Whose share of the lane it takes: an owner's wallet, or a network for anonymous callers. */
  readonly client: string;
}

/** Concurrent requests to one venue. */
const BOUNDS: Readonly<Record<VenueLane, SlotBounds>> = {
  signing: { total: 16, perClient: 4 },
  calls: { total: 16, perClient: 4 },
  quotes: { total: 8, perClient: 2 },
};

/** The capacity of one venue. */
export class VenueLanes {
  readonly #venue: string;
  readonly #metrics: LimitMetrics | undefined;
  readonly #slots: Readonly<Record<VenueLane, ClientSlots>> = {
    signing: new ClientSlots(BOUNDS.signing),
    calls: new ClientSlots(BOUNDS.calls),
    quotes: new ClientSlots(BOUNDS.quotes),
  };

  constructor(venue: string, metrics: LimitMetrics | undefined) {
    this.#venue = venue;
    this.#metrics = metrics;
  }

  /** Takes a slot; call the result to release it. @throws VENUE_BUSY */
  take({ lane, client }: VenueAsker): () => void {
    const slots = this.#slots[lane];
    const by = slots.refusal(client);
    if (by === undefined) return slots.take(client);
    this.#metrics?.limited(`venue_${lane}`);
    throw new LaunchlensError('VENUE_BUSY', { venue: this.#venue, by, seconds: SLOT_RETRY_SECONDS });
  }
}
