import { z } from 'zod';
import { small } from '../reads/argument.ts';
import { dateTime } from '../rest/scalars.ts';
import { VENUE_KINDS, VENUE_LISTS, VENUE_ROWS } from '../venues/protocol.ts';
import { oneOf, textOf } from './arguments.ts';
import { marketName } from './venues.ts';

const strict = <Shape extends z.ZodRawShape>(row: z.ZodObject<Shape>) =>
  z.array(z.strictObject(row.shape)).optional();

export const venueListInput = z.strictObject({
  venue: oneOf(
    [...VENUE_KINDS, 'orders', 'earn', 'borrow', 'jupiter_perps'],
    'orders: standing ones on the chain; earn: deposits; borrow: loans.',
  ),
  list: oneOf(VENUE_LISTS, "Positions and orders are the owner's."),
  market: marketName.optional().meta({ description: 'Only of this market.' }),
  limit: small(1, 50).default(20).meta({ description: 'Largest number of results.' }),
  cursor: textOf('the next_cursor of a page', /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
    .optional()
    .meta({ description: '`next_cursor` of the previous page.' }),
});
export type VenueListInput = z.output<typeof venueListInput>;

export const venueListAnswer = z.strictObject({
  venue: z.string(),
  markets: strict(VENUE_ROWS.markets),
  positions: strict(VENUE_ROWS.positions),
  orders: strict(VENUE_ROWS.orders),
  rates: strict(VENUE_ROWS.rates),
  next_cursor: z.string().nullable(),
  as_of: dateTime
    .nullable()
    .meta({ description: 'When this was so, as the venue says; null if it does not.' }),
  asked_at: dateTime,
});
export type VenueListAnswer = z.output<typeof venueListAnswer>;
