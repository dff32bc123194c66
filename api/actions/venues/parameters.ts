import type { VenueParameters } from '../../venues/venue.ts';
import { askedFor } from '../intents/digest.ts';

/** Arguments of a tool in the venue protocol. Safe because no venue tool has lists or objects as arguments. */
export function parametersOf(input: Readonly<Record<string, unknown>>): VenueParameters {
  return askedFor(input) as VenueParameters;
}
