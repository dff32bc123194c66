import { z } from 'zod';
import { intentIdArgument, intentStatusFilter } from '../../../../schemas/mcp/arguments.ts';
import { limit } from '../../../../schemas/reads/arguments.ts';
import { intentListAnswer } from '../../../../schemas/rest/intents.ts';
import { listIntents } from '../../../actions/intents/find.ts';
import { intentsOf } from '../../catalogue/execution-tool.ts';
import { defineOwnerTool, INDEX_READ } from '../../catalogue/tool.ts';

export const listIntentsTool = defineOwnerTool({
  name: 'list_intents',
  title: "The owner's intents",
  description: 'Intents of the owner, whichever agent proposed them, newest first.',
  toolset: 'intents',
  hints: INDEX_READ,
  input: z.strictObject({
    status: intentStatusFilter,
    before: intentIdArgument
      .optional()
      .meta({ description: 'Goes on after this intent: the last one of the page before.' }),
    limit: limit.json,
  }),
  output: intentListAnswer,
  answer: (context, listing, { owner }) => listIntents(intentsOf(context), owner, listing),
  inWords: ({ results, has_more }) => {
    if (results.length === 0) return 'No intents.';
    const lines = results.map(({ id, status, summary }) => `${id} is ${status}: ${summary}`);
    return [...lines, has_more ? 'Older ones follow.' : 'No older ones.'].join('\n');
  },
});
