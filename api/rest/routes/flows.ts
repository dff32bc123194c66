import {
  cursorParameter,
  launchIdParameter,
  limitParameter,
  slotParameters,
} from '../../../schemas/rest/parameters.ts';
import { flowsExample } from '../../../schemas/rest/record-examples.ts';
import { escrowFlows } from '../../actions/escrow-flows.ts';
import { defineRoute } from '../route.ts';
import { slotRequest } from '../slot-request.ts';

export const flowsRoute = defineRoute({
  path: '/ilo/launches/{launch_id}/flows/',
  operationId: 'listFlows',
  summary: 'Who moved how much in or out of the escrow',
  description:
    'Oldest first. `complete_from_slot` says from where on every movement is listed; null means that the list may have holes.',
  pathParameters: { launch_id: launchIdParameter },
  queryParameters: { limit: limitParameter, cursor: cursorParameter, ...slotParameters },
  answer: 'FlowListAnswer',
  example: flowsExample,
  errors: [400, 404, 410, 412],
  handle: (context, { launch_id, limit, cursor, ...slots }) =>
    escrowFlows(context, { launchId: launch_id, limit, cursor, ...slotRequest(slots) }),
});
