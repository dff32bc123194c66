import { z } from 'zod';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { Move } from '../../../../core/rules/moves.ts';
import {
  type ExecutionAnswer,
  executionAnswer,
  executionArguments,
} from '../../../../schemas/mcp/execution.ts';
import type { AgentPrincipal } from '../../../access/agents/principal.ts';
import { requireToolAllowed, requireWithinTerms } from '../../../actions/control/judge.ts';
import type { IntentDraft } from '../../../actions/intents/draft.ts';
import { type ExecutionInput, proposeExecution } from '../../../actions/intents/propose.ts';
import { spentBeside } from '../../../actions/intents/spent.ts';
import { controlOf } from '../../catalogue/control-of.ts';
import { intentsOf, proposingOf } from '../../catalogue/execution-tool.ts';
import { ADDITION } from '../../catalogue/hints.ts';
import { parseArguments } from '../../catalogue/parse-arguments.ts';
import { defineOwnerTool, type Tool, type ToolContext } from '../../catalogue/tool.ts';
import { executionInWords } from '../../words/execution.ts';
import { refundIloPledge } from './refund-ilo-pledge.ts';

const ACTION = { error: 'the name of a tool that proposes' };
const LONGEST_NAME = 64;

const input = z.strictObject({
  action: z.string(ACTION).min(1, ACTION).max(LONGEST_NAME, ACTION).meta({
    description: 'A tool that takes `confirm`, such as pledge_to_ilo; or refund_ilo_pledge with launch_id.',
  }),
  arguments: z
    .record(z.string(), z.unknown(), { error: 'the arguments of that tool, as an object' })
    .default({})
    .meta({ description: 'The arguments of that tool, without those of this one.' }),
  ...executionArguments,
});

/** The action of a call whose other arguments may be malformed. */
const named = z.object({ action: z.string() });

type Input = z.output<typeof input>;

interface Action {
  readonly tool: Tool;
  readonly values: ExecutionInput;
  readonly move: () => Promise<Move | undefined>;
  readonly repeated: () => Promise<ExecutionAnswer | undefined>;
  /** Called only once the guardrails allow the call: it may ask a venue. */
  readonly draft: () => Promise<IntentDraft>;
}

/**
 * Runs any proposing tool for a credential that may only propose. The owner's rules for that tool apply here as well.
 * @param tools every tool, once they are all declared
 */
export function createExecutionIntent(tools: () => readonly Tool[]): Tool {
  const actions = new WeakMap<Input, Action>();
  const actionOf = (context: ToolContext, asked: Input, caller: AgentPrincipal): Action => {
    const action = actions.get(asked) ?? newAction(tools(), { context, asked, caller });
    actions.set(asked, action);
    return action;
  };
  return defineOwnerTool({
    name: 'create_execution_intent',
    title: 'Propose an execution',
    description:
      'Proposes what another tool would do, for the owner to sign later. The same arguments, checks and guardrails hold, with the scope intent alone. A plan first; with confirm an intent. It signs and moves nothing.',
    scope: 'intent',
    toolset: 'intents',
    narrow: ['lite', 'plugin'],
    hints: ADDITION,
    actionOf: (raw) => actionNamed(tools(), named.safeParse(raw).data?.action)?.tool.name,
    input,
    output: executionAnswer,
    move: async (context, asked, caller) => {
      const action = actionOf(context, asked, caller);
      const { controls, markets } = controlOf(context);
      const control = await controls.of(caller.owner);
      requireToolAllowed(control, action.tool);
      const move = await action.move();
      const spent = await spentBeside(() => intentsOf(context), control, { owner: caller.owner, move });
      requireWithinTerms(control, markets, { tool: action.tool, move, spent });
      return move;
    },
    answer: async (context, asked, caller) => {
      const { tool, values, repeated, draft } = actionOf(context, asked, caller);
      const execution = { tool, caller, input: values };
      return (
        (await repeated()) ?? proposeExecution(intentsOf(context), { ...execution, draft: await draft() })
      );
    },
    inWords: executionInWords,
  });
}

/** @throws ACTION_UNKNOWN, and what the tool's arguments are refused with */
function newAction(
  tools: readonly Tool[],
  {
    context,
    asked,
    caller,
  }: { readonly context: ToolContext; readonly asked: Input; readonly caller: AgentPrincipal },
): Action {
  const { action, arguments: given, ...control } = asked;
  const found = actionNamed(tools, action);
  if (found?.tool.move === undefined) throw new LaunchlensError('ACTION_UNKNOWN', { action });
  const { tool, proposing } = found;
  const { move } = found.tool;
  const values = parseArguments(tool.input, { ...given, ...control });
  return {
    ...{ tool, values: values as unknown as ExecutionInput },
    move: () => move(context, values, caller),
    repeated: () => proposing.repeated(context, values, caller),
    draft: () => proposing.draft(context, values, caller),
  };
}

/** A tool that proposes, or undefined. */
function actionNamed(tools: readonly Tool[], action: string | undefined) {
  const tool = [...tools, refundIloPledge].find(({ name }) => name === action);
  const proposing = tool && proposingOf(tool);
  return proposing && { tool, proposing };
}
