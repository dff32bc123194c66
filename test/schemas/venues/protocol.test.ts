import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { venueBuild, venueList, venueQuote, venueRequest } from '../../../schemas/venues/protocol.ts';
import { VENUE_SCHEMAS, venueSchema, venueSchemaFile } from '../../../scripts/venue-schemas.ts';

const SHAPES = {
  request: venueRequest,
  'quote-answer': venueQuote,
  'build-answer': venueBuild,
  'list-answer': venueList,
};
const page = readFileSync(new URL('../../../docs/venues.md', import.meta.url), 'utf8');

test.for(VENUE_SCHEMAS)('the published schema of a %s is the one that the code has', (name) => {
  expect(JSON.parse(readFileSync(venueSchemaFile(name), 'utf8'))).toEqual(venueSchema(name));
});

test('every message that docs/venues.md shows follows the protocol', () => {
  const shown = [...page.matchAll(/<!-- ([a-z-]+) -->\n```json\n([\s\S]*?)\n```/g)];

  expect(shown.map(([, name]) => name)).toEqual([
    'request',
    'quote-answer',
    'request',
    'build-answer',
    'request',
    'list-answer',
  ]);
  for (const [, name = '', json = ''] of shown) {
    SHAPES[name as keyof typeof SHAPES].parse(JSON.parse(json));
  }
});
