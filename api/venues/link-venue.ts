import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { LINK_PLACE } from '../../schemas/venues/link.ts';
import type { VenueKind } from '../../schemas/venues/protocol.ts';
import type { Venue, VenueRequest } from './venue.ts';

export interface LinkVenueOptions {
  readonly kind: VenueKind;
  /** The operator's, which decides the host. */
  readonly link: string;
}

/** A provider whose page the owner visits, filled in as the agent asked. Nothing is asked of it, and nothing heard. */
export function createLinkVenue({ kind, link }: LinkVenueOptions): Venue {
  return {
    ...{ name: kind, kind, programs: [], lists: [] },
    quote: async () => {
      throw new LaunchlensError('INTERNAL', {});
    },
    build: async (request) => ({ kind: 'hand_off', url: filled(link, request) }),
  };
}

/** What a call does not name stays empty. */
function filled(link: string, { action, owner, parameters }: VenueRequest): string {
  const given: Readonly<Record<string, unknown>> = { ...parameters, action, owner };
  return link.replaceAll(LINK_PLACE, (_place, name: string) => encodeURIComponent(String(given[name] ?? '')));
}
