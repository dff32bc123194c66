import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { flag, intentIdArgument, intentStatusFilter } from '../../../schemas/mcp/arguments.ts';
import { executionArguments, intentStatus } from '../../../schemas/mcp/execution.ts';
import { launchId, limit } from '../../../schemas/reads/arguments.ts';
import { intentListAnswer } from '../../../schemas/rest/intents.ts';
import { parseArguments } from '../../actions/admission/arguments.ts';
import { draftTakeOut } from '../../actions/intents/builders/take-out.ts';
import { listIntents, withdrawIntent } from '../../actions/intents/find.ts';
import { intentStatusOf } from '../../actions/intents/hand-out.ts';
import { buildingOf, defineExecutionTool, defineProposing } from '../catalogue/execution-tool.ts';
import {
  ADDITION,
  defineOwnerTool,
  EXECUTION,
  INDEX_READ,
  OUTSIDE_READ,
  REMOVAL,
  type Tool,
} from '../catalogue/tool.ts';
import { statusText } from '../texts.ts';

const NAME = 'create_execution_intent';
const ACTION = { error: 'the name of a tool that proposes' };
const LONGEST_NAME = 64;

/** The action of a call whose other arguments may be malformed. */
const named = z.object({ action: z.string() });

/**
 * Runs any proposing tool for a credential that may only propose. The owner's rules for that tool apply here as well.
 * @param actions every tool that proposes, once they are all declared
 */
function createExecutionIntent(actions: () => readonly Tool[]): Tool {
  const actionNamed = (name: string | undefined): Tool | undefined =>
    actions().find((tool) => tool.proposes && tool.name === name);
  return defineProposing({
    name: NAME,
    title: 'Propose an execution',
    description:
      'Proposes what another tool would do, for the owner to sign later. The same arguments, checks and guardrails apply, but only the scope intent is needed. Without confirm it returns a plan, with confirm an intent. It signs and moves nothing.',
    scope: 'intent',
    toolset: 'intents',
    narrow: ['lite', 'plugin'],
    hints: ADDITION,
    notedAs: (raw) => {
      const action = actionNamed(named.safeParse(raw).data?.action);
      return action === undefined ? NAME : `${NAME}:${action.name}`;
    },
    input: z.strictObject({
      action: z.string(ACTION).min(1, ACTION).max(LONGEST_NAME, ACTION).meta({
        description:
          'A tool that takes `confirm`, such as pledge_to_ilo; refund_ilo_pledge with launch_id; or place_limit_order, place_recurring_order or cancel_standing_order.',
      }),
      arguments: z
        .record(z.string(), z.unknown(), { error: 'the arguments of that tool, as an object' })
        .default({})
        .meta({ description: 'The arguments of that tool, without those of this one.' }),
      ...executionArguments,
    }),
    acts: ({ action: name, arguments: given, ...control }) => {
      const action = actionNamed(name);
      if (action === undefined) throw new LaunchlensError('ACTION_UNKNOWN', { action: name });
      return { action, input: parseArguments(action.input, { ...given, ...control }) };
    },
  });
}

/** Tools that propose, and that follow what was proposed. @param actions as `createExecutionIntent` takes them */
export const intentTools = (actions: () => readonly Tool[]): readonly Tool[] => [
  createExecutionIntent(actions),
  defineOwnerTool({
    name: 'get_intent_status',
    title: 'Status of an intent',
    description:
      "Tells how an intent stands. It lists every step and, while the intent can be signed, its unsigned transaction: built now, simulated and decoded. There is no transaction while guardrails refuse what it does. A confirmed intent carries its signature and slot, and the index has reached that slot. Only the owner's wallet signs.",
    scope: 'intent',
    hold: 'none',
    toolset: 'intents',
    narrow: ['lite', 'plugin'],
    hints: OUTSIDE_READ,
    failures: ['INTENT_UNKNOWN'],
    input: z.strictObject({
      intent_id: intentIdArgument,
      include_transaction: flag(
        'False leaves out the unsigned transaction, which needs a read of the chain.',
      ).default(true),
    }),
    output: intentStatus,
    answer: ({ intents }, { intent_id: id, include_transaction: withTransaction }, { owner }) =>
      intentStatusOf(intents, owner, { id, withTransaction }),
    textOf: statusText,
  }),
  defineOwnerTool({
    name: 'cancel_intent',
    title: 'Withdraw a proposal',
    description:
      'Withdraws an intent that this credential proposed and nobody has submitted. It then counts towards no limit. It moves nothing. A paused wallet accepts this call too.',
    scope: 'intent',
    hold: 'kill',
    toolset: 'intents',
    hints: REMOVAL,
    failures: ['INTENT_UNKNOWN', 'INTENT_OF_ANOTHER', 'INTENT_STANDS'],
    input: z.strictObject({ intent_id: intentIdArgument }),
    output: z.strictObject({ intent_id: z.string(), status: z.literal('rejected') }),
    answer: async ({ intents }, { intent_id }, caller) => {
      await withdrawIntent(intents, caller, intent_id);
      return { intent_id, status: 'rejected' as const };
    },
    textOf: ({ intent_id }) => `Intent ${intent_id} is withdrawn. Nothing was moved.`,
  }),
  defineOwnerTool({
    name: 'list_intents',
    title: "The owner's intents",
    description: 'Intents of the owner, whichever agent proposed them, newest first.',
    toolset: 'intents',
    hints: INDEX_READ,
    input: z.strictObject({
      status: intentStatusFilter,
      before: intentIdArgument
        .optional()
        .meta({ description: 'Continue after this intent: the last one of the previous page.' }),
      limit: limit.json,
    }),
    output: intentListAnswer,
    answer: ({ intents }, listing, { owner }) => listIntents(intents, owner, listing),
    textOf: ({ results, has_more }) => {
      if (results.length === 0) return 'No intents.';
      const rows = results.map(({ id, status, summary }) => `${id} is ${status}: ${summary}`);
      return [...rows, has_more ? 'Older ones follow.' : 'No older ones.'].join('\n');
    },
  }),
];

/** The specification has no tool for it, so it is only an action of `create_execution_intent`. */
export const refundIloPledge = defineExecutionTool({
  name: 'refund_ilo_pledge',
  title: 'Take a pledge back',
  description: "Proposes to take the owner's whole pledge back from a launch that failed.",
  scope: 'intent',
  toolset: 'intents',
  hints: EXECUTION,
  input: { launch_id: launchId.json },
  draft: (context, { launch_id }, { owner }) =>
    draftTakeOut(buildingOf(context), 'refund', { launchId: launch_id, wallet: owner }),
});
