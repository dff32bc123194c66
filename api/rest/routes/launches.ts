import { listExample } from '../../../schemas/rest/examples.ts';
import {
  asOfSlotParameter,
  cursorParameter,
  limitParameter,
  statusParameter,
} from '../../../schemas/rest/parameters.ts';
import { listLaunches } from '../../actions/list-launches.ts';
import { defineRoute } from '../route.ts';

export const launchesRoute = defineRoute({
  path: '/ilo/launches/',
  operationId: 'listLaunches',
  summary: 'Every indexed launch',
  description: 'Newest launch first. Follow `next_cursor` for the next page; all pages show one slot.',
  pathParameters: {},
  queryParameters: {
    status: statusParameter,
    limit: limitParameter,
    cursor: cursorParameter,
    as_of_slot: asOfSlotParameter,
  },
  answer: 'LaunchListAnswer',
  example: listExample,
  errors: [400, 410],
  handle: (context, { as_of_slot, ...request }) =>
    listLaunches(context, { ...request, asOfSlot: as_of_slot }),
});
