import type { Clock } from '../../../core/kernel/clock.ts';
import { isLaunchlensError, type LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { QuotesAnswer } from '../../../schemas/mcp/venues.ts';
import type { AssetAmount, Route, Venue, VenueRequest } from '../../venues/venue.ts';
import { wireAmount, wireInstant } from '../wire.ts';

type Answered = { readonly venue: Venue; readonly routes: readonly Route[] };
type Unanswered = { readonly venue: Venue; readonly error: LaunchlensError };

/** Routes of all these venues side by side. @throws the first one's failure, if none quotes */
export async function quotesOf(
  venues: readonly Venue[],
  request: VenueRequest,
  clock: Clock,
): Promise<Omit<QuotesAnswer, 'notice'>> {
  const asked = await Promise.all(venues.map((venue) => ask(venue, request)));
  const answered = asked.filter((one): one is Answered => 'routes' in one);
  const unanswered = asked.filter((one): one is Unanswered => 'error' in one);
  if (answered.length === 0 && unanswered[0]) throw unanswered[0].error;
  return {
    quotes: answered
      .flatMap(({ venue, routes }) => routes.map((route) => ({ venue, route })))
      .sort((a, b) => compare(b.route.receives.amount, a.route.receives.amount))
      .map(({ venue, route }) => wireQuote(venue, route)),
    unanswered: unanswered.map(({ venue, error }) => ({
      venue: venue.name,
      code: error.code.toLowerCase(),
    })),
    quoted_at: wireInstant(clock.now()),
  };
}

async function ask(venue: Venue, request: VenueRequest): Promise<Answered | Unanswered> {
  try {
    return { venue, routes: await venue.quote(request) };
  } catch (error) {
    if (isLaunchlensError(error)) return { venue, error };
    throw error;
  }
}

function wireQuote({ name }: Venue, route: Route): QuotesAnswer['quotes'][number] {
  const { label, pays, receives, fees, priceImpactBps, expiresAt } = route;
  return {
    ...{ venue: name, label, pays: pays.map(wireAsset), fees: (fees ?? []).map(wireAsset) },
    receives: { ...wireAsset(receives), minimum: wireAmount(receives.minimum) },
    price_impact_bps: priceImpactBps ?? null,
    expires_at: expiresAt ?? null,
  };
}

function wireAsset({ asset, amount }: AssetAmount) {
  return { asset, amount: wireAmount(amount) };
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
