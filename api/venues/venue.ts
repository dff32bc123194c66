import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { VenueKind as ProtocolKind } from '../../schemas/venues/protocol.ts';
import type { VenueAsker } from './lanes.ts';

/** What venues are for: those of the venue protocol, and swaps of two tokens. */
export type VenueKind = ProtocolKind | 'swap';

export interface VenueRequest {
  /** The tool that asks. */
  readonly action: string;
  /** Undefined where nobody is known, as for a quote to everybody. */
  readonly owner: Pubkey | undefined;
  /** Arguments of the tool by their names; amounts and prices as decimal strings. */
  readonly parameters: VenueParameters;
  /** Whose capacity the request takes; the venue is not told. */
  readonly asker: VenueAsker;
}

export type VenueParameters = Readonly<Record<string, string | number | boolean>>;

/** An amount of what a venue calls an asset, in its base units. */
export interface AssetAmount {
  readonly asset: string;
  readonly amount: bigint;
}

/** One way in which a venue would do it. */
export interface Route {
  readonly label: string;
  readonly pays: readonly AssetAmount[];
  /** `minimum` is what is left of it at worst within the slippage asked for. */
  readonly receives: AssetAmount & { readonly minimum: bigint };
  readonly fees: readonly AssetAmount[];
  readonly priceImpactBps: number | undefined;
  /** RFC 3339. */
  readonly expiresAt: string | undefined;
}

/** What the owner would sign, or where the owner would go. Nothing of it was checked against what was asked for. */
export type VenueBuild =
  | { readonly kind: 'transaction'; readonly transaction: Uint8Array }
  | { readonly kind: 'hand_off'; readonly url: string };

/** Somebody else's service that quotes, and builds what the owner would sign. It is never believed. */
export interface Venue {
  /** By which policies allow it and errors name it. */
  readonly name: string;
  readonly kind: VenueKind;
  /** The programs that its transactions may call beside the common ones, as its operator named them. */
  readonly programs: readonly Pubkey[];
  /** Best first, at least one. @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED */
  quote(request: VenueRequest, signal?: AbortSignal): Promise<readonly Route[]>;
  /**
   * Safe to repeat: nothing is ordered by it. Left out where the venue only quotes.
   * @throws VENUE_BUSY, VENUE_FAILED, VENUE_REFUSED
   */
  build?(request: VenueRequest, signal?: AbortSignal): Promise<VenueBuild>;
}
