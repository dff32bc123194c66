import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { PlainInstruction } from '../../idl/spl-instructions.ts';
import type { VenueKind as ProtocolKind, VenueList, VenuePage } from '../../schemas/venues/protocol.ts';
import type { SlotBounds } from '../access/client-slots.ts';
import type { LimitMetrics } from '../access/limit-names.ts';
import { sharedSlots } from '../access/shared-slots.ts';

/**
 * The purposes of venues: those of the venue protocol, token swaps, orders that the chain holds, deposits that earn, and
 * loans that are only listed.
 */
export type VenueKind = ProtocolKind | 'swap' | 'orders' | 'earn' | 'borrow';

export interface VenueRequest {
  readonly action: string;
  /** Undefined for anonymous callers, as in a public quote. */
  readonly owner: Pubkey | undefined;
  /** Arguments of the tool by their names; amounts and prices as decimal strings. */
  readonly parameters: VenueParameters;
  /** Whose capacity the request uses; not sent to the venue. */
  readonly asker: VenueAsker;
}

export type VenueParameters = Readonly<Record<string, string | number | boolean>>;

export interface AssetAmount {
  readonly asset: string;
  readonly amount: bigint;
}

export interface Route {
  readonly label: string;
  readonly pays: readonly AssetAmount[];
  /** `minimum` is the worst result within the requested slippage. */
  readonly receives: AssetAmount & { readonly minimum: bigint };
  /** Undefined if the venue does not report any. */
  readonly fees: readonly AssetAmount[] | undefined;
  readonly priceImpactBps: number | undefined;
  /** RFC 3339. */
  readonly expiresAt: string | undefined;
}

/** What the owner would sign, or where the owner would go. Unchecked. */
export type VenueBuild =
  | { readonly kind: 'transaction'; readonly transaction: Uint8Array }
  | VenueInstructions
  | { readonly kind: 'hand_off'; readonly url: string };

/** What a transaction of a venue consists of, to be assembled here. */
export interface VenueInstructions {
  readonly kind: 'instructions';
  /** In order, without those of the compute budget program. */
  readonly instructions: readonly PlainInstruction[];
  /** Micro-lamports per unit that the venue recommends. */
  readonly unitPrice: bigint;
  /** All addresses of the lookup tables that may shorten it. */
  readonly tables: ReadonlyMap<Pubkey, readonly Pubkey[]>;
}

/** Whether a transaction of these instructions fits into a packet, if this owner pays for it. */
export type Fits = (route: VenueInstructions, owner: Pubkey) => boolean;

/** The most that a transaction of such a venue may pay for priority, in lamports. */
export const MOST_PRIORITY_FEE = 1_000_000n;

/** An outside service that quotes, and builds what the owner would sign. It is never trusted. */
export interface Venue {
  readonly name: string;
  readonly kind: VenueKind;
  /** The programs that its transactions may call besides the common ones, as configured. */
  readonly programs: readonly Pubkey[];
  /** Best first, at least one. @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED */
  quote(request: VenueRequest, signal?: AbortSignal): Promise<readonly Route[]>;
  /**
   * Safe to repeat: it places no order. Omitted if the venue only quotes.
   * @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED
   */
  build?(request: VenueRequest, signal?: AbortSignal): Promise<VenueBuild>;
  /** What it lists, if it lists anything. */
  readonly lists: readonly VenueList[];
  /**
   * One page of what it has. Omitted if the venue lists nothing.
   * @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED
   */
  list?(list: VenueList, request: Omit<VenueRequest, 'action'>, signal?: AbortSignal): Promise<VenuePage>;
}

/**
 * Why a venue is asked: an owner is about to sign, a call with a credential, or a public quote. Each lane has its own
 * capacity.
 */
export type VenueLane = 'signing' | 'calls' | 'quotes';

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

/** Takes a slot of the capacity of one venue; call the result to release it. @throws VENUE_BUSY */
export type TakeVenueSlot = (asker: VenueAsker) => () => void;

export function venueLanes(venue: string, metrics: LimitMetrics | undefined): TakeVenueSlot {
  const slotsOf = (lane: VenueLane) =>
    sharedSlots({
      ...BOUNDS[lane],
      ...{ limit: `venue_${lane}`, metrics },
      refuse: ({ by, seconds }) => new LaunchlensError('VENUE_BUSY', { venue, by, seconds }),
    });
  const lanes = { signing: slotsOf('signing'), calls: slotsOf('calls'), quotes: slotsOf('quotes') };
  return ({ lane, client }) => lanes[lane](client);
}
