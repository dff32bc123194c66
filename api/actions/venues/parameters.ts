import type { VenueParameters } from '../../venues/venue.ts';
import { askedFor } from '../intents/digest.ts';

/** Arguments of a tool as a venue is given them. Sound because no tool of a venue takes lists or objects. */
export function parametersOf(input: Readonly<Record<string, unknown>>): VenueParameters {
  return askedFor(input) as VenueParameters;
}
