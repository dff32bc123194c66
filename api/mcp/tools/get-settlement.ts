import { z } from 'zod';
import { launchSettlement } from '../../../schemas/mcp/answers.ts';
import { jsonOf } from '../../../schemas/reads/argument.ts';
import { freshness, launchId } from '../../../schemas/reads/arguments.ts';
import { launchDetail } from '../../actions/launch-detail.ts';
import { requestOf } from '../../actions/reads/read.ts';
import { atSlot, settlementInWords } from '../../actions/reads/texts.ts';
import { defineTool, INDEX_READ } from '../catalogue/tool.ts';

export const getSettlement = defineTool({
  name: 'get_settlement',
  title: 'How a launch settled',
  description:
    'The outcome of one launch: what was allocated and how much of it is unlocked, or what is refunded of what is owed. `settlement` is null while the launch is not settled.',
  toolset: 'launches',
  narrow: ['plugin'],
  hints: INDEX_READ,
  input: z.strictObject(jsonOf({ launch_id: launchId, ...freshness })),
  output: launchSettlement,
  answer: async (context, question) => {
    const { body } = await launchDetail(context, requestOf(question));
    const { source, launch, settlement = null } = body;
    return { source, launch_id: launch.launch_id, status: launch.status, settlement };
  },
  inWords: ({ source, launch_id, status, settlement }) => {
    const outcome = settlement === null ? 'It is not settled.' : settlementInWords(settlement);
    return `Launch ${launch_id} is ${status} ${atSlot(source)}. ${outcome}`;
  },
});
