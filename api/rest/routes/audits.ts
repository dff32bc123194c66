import { cursorParameter, limitParameter, slotParameters } from '../../../schemas/rest/parameters.ts';
import { auditsExample } from '../../../schemas/rest/record-examples.ts';
import { audits } from '../../actions/audits.ts';
import { defineRoute } from '../route.ts';
import { slotRequest } from '../slot-request.ts';

export const auditsRoute = defineRoute({
  path: '/ilo/audits/',
  operationId: 'listAudits',
  summary: 'Comparisons of the index with the chain',
  description: 'At or below the slot of the answer, greatest slot first.',
  pathParameters: {},
  queryParameters: { limit: limitParameter, cursor: cursorParameter, ...slotParameters },
  answer: 'AuditListAnswer',
  example: auditsExample,
  errors: [400, 410, 412],
  fleeting: true,
  handle: (context, { limit, cursor, ...slots }) => audits(context, { limit, cursor, ...slotRequest(slots) }),
});
