import { z } from 'zod';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { executionArguments } from '../../../../schemas/mcp/execution.ts';
import { parseArguments } from '../../../actions/admission/arguments.ts';
import { defineProposing } from '../../catalogue/execution-tool.ts';
import { ADDITION, type Tool } from '../../catalogue/tool.ts';

const NAME = 'create_execution_intent';
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

/**
 * Runs any proposing tool for a credential that may only propose. The owner's rules for that tool apply here as well.
 * @param actions every tool that proposes, once they are all declared
 */
export function createExecutionIntent(actions: () => readonly Tool[]): Tool {
  const actionNamed = (name: string | undefined): Tool | undefined =>
    actions().find((tool) => tool.proposes && tool.name === name);
  return defineProposing({
    name: NAME,
    title: 'Propose an execution',
    description:
      'Proposes what another tool would do, for the owner to sign later. The same arguments, checks and guardrails hold, with the scope intent alone. A plan first; with confirm an intent. It signs and moves nothing.',
    scope: 'intent',
    toolset: 'intents',
    narrow: ['lite', 'plugin'],
    hints: ADDITION,
    notedAs: (raw) => {
      const action = actionNamed(named.safeParse(raw).data?.action);
      return action === undefined ? NAME : `${NAME}:${action.name}`;
    },
    input,
    acts: ({ action: name, arguments: given, ...control }) => {
      const action = actionNamed(name);
      if (action === undefined) throw new LaunchlensError('ACTION_UNKNOWN', { action: name });
      return { action, input: parseArguments(action.input, { ...given, ...control }) };
    },
  });
}
