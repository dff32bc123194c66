import { listExample } from '../../../schemas/rest/examples.ts';
import {
  cursorParameter,
  launchOrderParameter,
  limitParameter,
  slotParameters,
  statusParameter,
} from '../../../schemas/rest/parameters.ts';
import { listLaunches } from '../../actions/list-launches.ts';
import { defineRoute } from '../route.ts';
import { slotRequest } from '../slot-request.ts';

export const launchesRoute = defineRoute({
  path: '/ilo/launches/',
  operationId: 'listLaunches',
  summary: 'Every indexed launch',
  description:
    'Newest launch first, unless `order_by` says otherwise. Follow `next_cursor` for the next page; all pages show one slot.',
  pathParameters: {},
  queryParameters: {
    status: statusParameter,
    order_by: launchOrderParameter,
    limit: limitParameter,
    cursor: cursorParameter,
    ...slotParameters,
  },
  answer: 'LaunchListAnswer',
  example: listExample,
  errors: [400, 410, 412],
  handle: (context, { status, order_by, limit, cursor, ...slots }) =>
    listLaunches(context, { status, orderBy: order_by, limit, cursor, ...slotRequest(slots) }),
});
