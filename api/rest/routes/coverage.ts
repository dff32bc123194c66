import { cursorParameter, limitParameter, slotParameters } from '../../../schemas/rest/parameters.ts';
import { coverageExample } from '../../../schemas/rest/record-examples.ts';
import { coverage } from '../../actions/coverage.ts';
import { defineRoute } from '../route.ts';
import { slotRequest } from '../slot-request.ts';

export const coverageRoute = defineRoute({
  path: '/ilo/coverage/',
  operationId: 'listCoverage',
  summary: 'How each range of slots came to be known',
  description: 'Newest first. Questions about a slot in `lost`, or before `first_slot`, are answered 410.',
  pathParameters: {},
  queryParameters: { limit: limitParameter, cursor: cursorParameter, ...slotParameters },
  answer: 'CoverageAnswer',
  example: coverageExample,
  errors: [400, 410, 412],
  handle: (context, { limit, cursor, ...slots }) =>
    coverage(context, { limit, cursor, ...slotRequest(slots) }),
});
