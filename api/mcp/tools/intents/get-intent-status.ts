import { z } from 'zod';
import { intentIdArgument } from '../../../../schemas/mcp/arguments.ts';
import { intentStatus } from '../../../../schemas/mcp/execution.ts';
import { intentStatusOf } from '../../../actions/intents/status.ts';
import { intentsOf } from '../../catalogue/execution-tool.ts';
import { defineOwnerTool, OUTSIDE_READ } from '../../catalogue/tool.ts';
import { statusInWords } from '../../words/execution.ts';

export const getIntentStatus = defineOwnerTool({
  name: 'get_intent_status',
  title: 'Status of an intent',
  description:
    "Tells how an intent stands. Every step is told and, while it can be signed, its unsigned transaction, made now, simulated and decoded; none while guardrails hold what it does. A confirmed one carries its signature and slot, and the index holds that slot. Only the owner's wallet signs.",
  scope: 'intent',
  hold: 'none',
  toolset: 'intents',
  narrow: ['lite', 'plugin'],
  hints: OUTSIDE_READ,
  failures: ['INTENT_UNKNOWN'],
  input: z.strictObject({
    intent_id: intentIdArgument,
    include_transaction: z
      .boolean({ error: 'true or false' })
      .default(true)
      .meta({ description: 'False leaves the unsigned transaction out, which takes a look at the chain.' }),
  }),
  output: intentStatus,
  answer: (context, { intent_id: id, include_transaction: withTransaction }, { owner }) =>
    intentStatusOf(intentsOf(context), owner, { id, withTransaction }),
  inWords: statusInWords,
});
