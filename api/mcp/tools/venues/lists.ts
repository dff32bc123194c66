import { counted } from '../../../../core/kernel/counted.ts';
import {
  type VenueListAnswer,
  venueListAnswer,
  venueListInput,
} from '../../../../schemas/mcp/venue-lists.ts';
import { VENUE_LISTS } from '../../../../schemas/venues/protocol.ts';
import { listVenue } from '../../../actions/venues/list.ts';
import { defineOwnerTool, OUTSIDE_READ } from '../../catalogue/tool.ts';
import { VENUE_FAILURES, venuesOf } from './define.ts';

export const listVenueTool = defineOwnerTool({
  name: 'list_venue',
  title: "A venue's lists",
  description:
    "Markets and rates of a venue, or the owner's positions and open orders there, with the names and ids that other tools take. What it says is the venue's word.",
  toolset: 'quotes',
  hints: OUTSIDE_READ,
  failures: [...VENUE_FAILURES, 'VENUE_LISTS_NOTHING'],
  input: venueListInput,
  output: venueListAnswer,
  answer: (context, input, { owner }) => listVenue(venuesOf(context), input, owner),
  textOf,
});

function textOf(answer: VenueListAnswer): string {
  const list = VENUE_LISTS.find((name) => answer[name] !== undefined) ?? 'markets';
  const rows = answer[list] ?? [];
  const when = answer.as_of === null ? 'at a time that it does not say' : `as of ${answer.as_of}`;
  const more = answer.next_cursor === null ? '' : ' More follow: pass next_cursor as cursor.';
  const names = rows.map((row) =>
    'order_id' in row ? row.order_id : 'position_id' in row ? row.position_id : row.market,
  );
  return `Venue ${answer.venue} lists ${counted(rows.length, 'row')} of ${list}, ${when}: ${[...new Set(names)].join(', ') || 'none'}.${more}`;
}
