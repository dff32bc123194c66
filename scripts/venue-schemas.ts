import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { venueBuild, venueList, venueQuote, venueRequest } from '../schemas/venues/protocol.ts';

const SHAPES = {
  request: venueRequest,
  'quote-answer': venueQuote,
  'build-answer': venueBuild,
  'list-answer': venueList,
} as const;

export type VenueSchema = keyof typeof SHAPES;
export const VENUE_SCHEMAS = Object.keys(SHAPES) as VenueSchema[];

export const venueSchemaFile = (name: VenueSchema): URL =>
  new URL(`../schemas/venues/${name}.schema.json`, import.meta.url);

/** The published JSON Schema of one message of the venue protocol, as its sender writes it. */
export function venueSchema(name: VenueSchema): unknown {
  return z.toJSONSchema(SHAPES[name], {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
}

if (import.meta.main) {
  for (const name of VENUE_SCHEMAS) {
    writeFileSync(venueSchemaFile(name), `${JSON.stringify(venueSchema(name), null, 2)}\n`);
  }
}
