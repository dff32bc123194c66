import type { z } from 'zod';
import { base64Text } from '../../core/kernel/encoded-text.ts';
import type { Pubkey } from '../../core/kernel/pubkey.ts';
import {
  VENUE_LISTS,
  VENUE_PAGES,
  type VenueKind,
  type VenuePage,
  type VenueRequestBody,
  type VenueRoute,
  venueBuild,
  venueQuote,
} from '../../schemas/venues/protocol.ts';
import { askVenue, failed, requireWithinSlippage, type VenueEndpoint, type VenueQuestion } from './ask.ts';
import type { AssetAmount, Route, Venue, VenueBuild, VenueRequest } from './venue.ts';

export interface HttpVenueOptions extends Omit<VenueEndpoint, 'venue' | 'headers'> {
  readonly kind: VenueKind;
  /** Sent as bearer token; undefined if the venue needs none. */
  readonly token: string | undefined;
  readonly programs: readonly Pubkey[];
}

/** A venue with the protocol of docs/venues.md. Its name is its kind. */
export function createHttpVenue({ kind, token, programs, ...endpoint }: HttpVenueOptions): Venue {
  const headers: VenueEndpoint['headers'] = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const ask = askVenue({ ...endpoint, venue: kind, headers });
  return {
    ...{ name: kind, kind, programs, lists: VENUE_LISTS },
    quote: async (request, signal) => {
      const quoted = await ask(questionOf('/quote', request), venueQuote, signal);
      const routes = quoted.routes.map(routeOf);
      const { slippage_bps: bps } = request.parameters;
      for (const route of routes) requireWithinSlippage(kind, route, bps === undefined ? bps : Number(bps));
      return routes;
    },
    build: async (request, signal): Promise<VenueBuild> => {
      const built = await ask(questionOf('/build', request), venueBuild, signal);
      if (built.kind === 'transaction') {
        const bytes = base64Text.safeParse(built.transaction);
        if (!bytes.success) throw failed(kind, 'its answer is malformed at transaction');
        return { kind: 'transaction', transaction: bytes.data };
      }
      if (!isOwnUrl(endpoint.url, built.url)) throw failed(kind, 'its hand-off leads to another host');
      return { kind: 'hand_off', url: built.url };
    },
    list: async (list, request, signal) => {
      const question = questionOf('/list', { ...request, action: `list_${list}` });
      // Sound because the shape of a page belongs to its list.
      return { list, ...(await ask(question, VENUE_PAGES[list] as z.ZodType<object>, signal)) } as VenuePage;
    },
  };
}

function questionOf(path: string, { action, owner, parameters, asker }: VenueRequest): VenueQuestion {
  const body: VenueRequestBody = { version: 1, action, owner: owner ?? null, parameters };
  return { path, body, asker };
}

const amountOf = ({ asset, amount }: { asset: string; amount: string }): AssetAmount => ({
  asset,
  amount: BigInt(amount),
});

function routeOf({ label, pays, receives, fees, price_impact_bps, expires_at }: VenueRoute): Route {
  return {
    label,
    pays: pays.map(amountOf),
    receives: { ...amountOf(receives), minimum: BigInt(receives.minimum) },
    fees: fees?.map(amountOf),
    priceImpactBps: price_impact_bps ?? undefined,
    expiresAt: expires_at ?? undefined,
  };
}

/** Owners are only sent to the configured host, never to one that the venue names; `api.` is not part of that name. */
function isOwnUrl(base: string, url: string): boolean {
  const own = new URL(base).hostname.replace(/^api\./, '');
  const { hostname, username, password } = new URL(url);
  return username === '' && password === '' && (hostname === own || hostname.endsWith(`.${own}`));
}
