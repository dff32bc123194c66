import { launchIdParameter, pointsParameter, slotParameters } from '../../../schemas/rest/parameters.ts';
import { curveExample } from '../../../schemas/rest/record-examples.ts';
import { raiseCurve } from '../../actions/raise-curve.ts';
import { defineRoute } from '../route.ts';
import { slotRequest } from '../slot-request.ts';

export const raiseCurveRoute = defineRoute({
  path: '/ilo/launches/{launch_id}/raise-curve/',
  operationId: 'getRaiseCurve',
  summary: 'How the raise grew',
  description:
    'Every slot in which `total_pledged` or `pledger_count` changed, in slot order, from the first that the index holds. More steps than `points` are thinned evenly; each point that is left is exact.',
  pathParameters: { launch_id: launchIdParameter },
  queryParameters: { points: pointsParameter, ...slotParameters },
  answer: 'RaiseCurveAnswer',
  example: curveExample,
  errors: [400, 404, 410, 412],
  handle: (context, { launch_id, points, ...slots }) =>
    raiseCurve(context, { launchId: launch_id, points, ...slotRequest(slots) }),
});
