import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { FOUND_KINDS } from '../../schemas/rest/search.ts';
import { ask, field, question } from './graphql.ts';
import { atSlotShape } from './launch-shapes.ts';
import { amount, integer, pubkey } from './scalars.ts';

const foundShape = z.object({
  kind: z.enum(FOUND_KINDS),
  launchId: amount.nullable(),
  wallet: pubkey.nullable(),
  slot: integer.nullable(),
});
export type Found = z.output<typeof foundShape>;

export const SEARCH = question<{ readonly query: string }>()(
  'query Search($query: String!)',
  z.object({
    search: field(
      '(query: $query)',
      z.object({ source: atSlotShape, count: integer, found: z.array(foundShape) }),
    ),
  }),
);

/** What an id, an address or a signature is, at the newest slot. */
export function useFound(query: string | undefined) {
  return useQuery({
    enabled: query !== undefined,
    queryKey: ['search', query],
    queryFn: async ({ signal }) => (await ask(SEARCH, { query: query ?? '' }, { signal })).data.search,
    staleTime: 5_000,
  });
}
