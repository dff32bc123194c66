import { statusExample } from '../../../schemas/rest/examples.ts';
import { slotParameters } from '../../../schemas/rest/parameters.ts';
import { launchStatus } from '../../actions/launch-status.ts';
import { defineRoute } from '../route.ts';
import { slotRequest } from '../slot-request.ts';

export const launchStatusRoute = defineRoute({
  path: '/ilo/status/',
  operationId: 'getLaunchStatus',
  summary: 'Current launch on this cluster',
  description:
    'The newest active launch, else the newest pending one, else the newest settled one; newest is the greatest `start_ts`, then the greatest `launch_id`. When no escrow exists, `phase` is `not_created` and `launch` is null.',
  pathParameters: {},
  queryParameters: slotParameters,
  answer: 'LaunchStatusAnswer',
  example: statusExample,
  errors: [400, 410, 412],
  handle: (context, slots) => launchStatus(context, slotRequest(slots)),
});
