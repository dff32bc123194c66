import { z } from 'zod';
import type { VenueParameters } from '../venue.ts';

const terms = z.object({
  market: z.string().optional(),
  limit: z.int().min(1),
  cursor: z
    .string()
    .regex(/^at-[0-9]{1,6}$/)
    .optional(),
});

/** One page of rows that are all known at once. A cursor says how many came before. */
export function pageOf<Row extends { readonly market: string }>(
  rows: readonly Row[],
  parameters: VenueParameters,
  asOf: string | null = null,
) {
  const { market, limit, cursor = 'at-0' } = terms.parse(parameters);
  const from = Number(cursor.slice('at-'.length));
  const wanted = rows.filter((row) => market === undefined || row.market === market);
  const next = from + limit;
  const next_cursor = next < wanted.length ? `at-${next}` : null;
  return { results: wanted.slice(from, next), next_cursor, as_of: asOf };
}
