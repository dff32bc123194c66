import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import { buckets, freshness, launchId } from '../../../schemas/mcp/arguments.ts';
import { pledgeDistributionAnswer } from '../../../schemas/rest/pledge-distribution.ts';
import { pledgeDistribution } from '../../actions/pledge-distribution.ts';
import { INDEX_READ } from '../catalogue/hints.ts';
import { defineTool } from '../catalogue/tool.ts';
import { PLEDGED } from '../words/launch.ts';
import { atSlot } from '../words/source.ts';
import { slotRequest } from './freshness.ts';

export const getPledgeDistribution = defineTool({
  name: 'get_pledge_distribution',
  title: 'How pledges are distributed',
  description:
    'How the pledges of one launch are distributed by amount: count, sum, mean, quantiles, Gini coefficient in basis points, and a histogram of equally wide buckets.',
  toolset: 'launches',
  hints: INDEX_READ,
  input: z.strictObject({ launch_id: launchId, buckets, ...freshness }),
  output: pledgeDistributionAnswer,
  answer: async (context, { launch_id, buckets, ...question }) =>
    (await pledgeDistribution(context, { launchId: launch_id, buckets, ...slotRequest(question) })).body,
  inWords: ({ source, launch_id, count, sum, quantiles }) => {
    const spread =
      quantiles === null
        ? ''
        : `, from ${quantiles.min} to ${quantiles.max}, half of them at most ${quantiles.p50}`;
    return `Launch ${launch_id} has ${counted(count, 'pledge')} of ${sum} ${PLEDGED} together${spread}, ${atSlot(source)}.`;
  },
});
