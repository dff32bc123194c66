import { pledgesExample } from '../../../schemas/rest/examples.ts';
import {
  cursorParameter,
  launchIdParameter,
  limitParameter,
  minAmountParameter,
  pledgeOrderParameter,
  slotParameters,
} from '../../../schemas/rest/parameters.ts';
import { listPledges } from '../../actions/list-pledges.ts';
import { defineRoute } from '../route.ts';
import { slotRequest } from '../slot-request.ts';

export const pledgesRoute = defineRoute({
  path: '/ilo/launches/{launch_id}/pledges/',
  operationId: 'listPledges',
  summary: 'The pledges of one launch',
  description:
    'In the order of the pledgers’ keys, unless `order_by` says otherwise. Follow `next_cursor` for the next page; all pages show one slot.',
  pathParameters: { launch_id: launchIdParameter },
  queryParameters: {
    order_by: pledgeOrderParameter,
    min_amount: minAmountParameter,
    limit: limitParameter,
    cursor: cursorParameter,
    ...slotParameters,
  },
  answer: 'PledgeListAnswer',
  example: pledgesExample,
  errors: [400, 404, 410, 412],
  handle: (context, { launch_id, order_by, min_amount, limit, cursor, ...slots }) =>
    listPledges(context, {
      launchId: launch_id,
      orderBy: order_by,
      minAmount: min_amount,
      limit,
      cursor,
      ...slotRequest(slots),
    }),
});
