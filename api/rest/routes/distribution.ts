import { bucketsParameter, launchIdParameter, slotParameters } from '../../../schemas/rest/parameters.ts';
import { distributionExample } from '../../../schemas/rest/record-examples.ts';
import { pledgeDistribution } from '../../actions/pledge-distribution.ts';
import { defineRoute } from '../route.ts';
import { slotRequest } from '../slot-request.ts';

export const distributionRoute = defineRoute({
  path: '/ilo/launches/{launch_id}/distribution/',
  operationId: 'getPledgeDistribution',
  summary: 'How the pledges are distributed by amount',
  description:
    'Over every pledge of the launch, in exact integers: histogram, quantiles, mean and Gini coefficient.',
  pathParameters: { launch_id: launchIdParameter },
  queryParameters: { buckets: bucketsParameter, ...slotParameters },
  answer: 'PledgeDistributionAnswer',
  example: distributionExample,
  errors: [400, 404, 410, 412],
  handle: (context, { launch_id, buckets, ...slots }) =>
    pledgeDistribution(context, { launchId: launch_id, buckets, ...slotRequest(slots) }),
});
