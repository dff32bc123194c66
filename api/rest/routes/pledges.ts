import { pledgesExample } from '../../../schemas/rest/examples.ts';
import {
  asOfSlotParameter,
  cursorParameter,
  launchIdParameter,
  limitParameter,
} from '../../../schemas/rest/parameters.ts';
import { listPledges } from '../../actions/list-pledges.ts';
import { defineRoute } from '../route.ts';

export const pledgesRoute = defineRoute({
  path: '/ilo/launches/{launch_id}/pledges/',
  operationId: 'listPledges',
  summary: 'The pledges of one launch',
  description:
    'In the order of the pledgers’ keys. Follow `next_cursor` for the next page; all pages show one slot.',
  pathParameters: { launch_id: launchIdParameter },
  queryParameters: { limit: limitParameter, cursor: cursorParameter, as_of_slot: asOfSlotParameter },
  answer: 'PledgeListAnswer',
  example: pledgesExample,
  errors: [400, 404, 410],
  handle: (context, { launch_id, as_of_slot, ...request }) =>
    listPledges(context, { ...request, launchId: launch_id, asOfSlot: as_of_slot }),
});
