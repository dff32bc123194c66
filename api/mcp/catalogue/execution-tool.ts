import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { lazily } from '../../../core/kernel/lazily.ts';
import type { Move } from '../../../core/rules/moves.ts';
import { executionAnswer, executionArguments } from '../../../schemas/mcp/execution.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { Effect } from '../../actions/admission/call.ts';
import type { BuilderContext } from '../../actions/intents/builders/context.ts';
import type { IntentDraft } from '../../actions/intents/draft.ts';
import {
  type Execution,
  type ExecutionInput,
  proposeExecution,
  repeatedExecution,
} from '../../actions/intents/propose.ts';
import { executionText } from '../texts.ts';
import {
  defineOwnerTool,
  type OwnerContext,
  type OwnerToolDeclaration,
  type Tool,
  type ToolContext,
  type ToolTraits,
} from './tool.ts';

/** One proposing tool: its arguments, and what it would do. It returns a plan, then an intent. */
interface ExecutionToolDeclaration<Input extends z.ZodRawShape> extends ToolTraits {
  /** Its arguments, without those for planning and confirming. */
  readonly input: Input;
  /**
   * What would be moved, if the arguments alone decide it. That is checked before anyone is asked anything, and the
   * draft moves the same.
   */
  readonly move?: (context: ToolContext, input: z.output<z.ZodObject<Input>>) => Move;
  /** Reads the chain and the arguments and returns what would be done. It changes nothing. */
  readonly draft: (
    context: ToolContext,
    input: z.output<z.ZodObject<Input>>,
    caller: AgentPrincipal,
  ) => Promise<IntentDraft>;
}

/**
 * Declares a tool whose every call ends in a plan or an intent. The checks are about what its draft would move. A
 * repeated confirmation returns the earlier answer and moves nothing, so nothing is drafted for it.
 */
export function defineExecutionTool<Input extends z.ZodRawShape>({
  input,
  move,
  draft,
  ...traits
}: ExecutionToolDeclaration<Input>): Tool {
  type Values = z.output<z.ZodObject<Input>>;
  const tool: Tool = defineProposing({
    ...traits,
    proposes: true,
    input: z.strictObject({ ...input, ...executionArguments }),
    effect: async (context, given, caller) => {
      const values = given as unknown as Values & ExecutionInput;
      const drafted = lazily(() => draft(context, values, caller));
      const execution = { tool, caller, input: values, draft: drafted };
      const repeated = await repeatedExecution(context.intents, execution);
      if (repeated) return { execution: { ...execution, repeated } };
      return { move: move ? move(context, values) : (await drafted()).move, execution };
    },
  });
  return tool;
}

type ProposingDeclaration<Input extends z.ZodObject> = Omit<
  OwnerToolDeclaration<Input, typeof executionAnswer>,
  'output' | 'effect' | 'answer' | 'textOf'
> & {
  readonly effect?: (
    context: OwnerContext,
    input: z.output<Input>,
    caller: AgentPrincipal,
  ) => Promise<Effect>;
};

/** Declares a tool that proposes an execution: the one that its effect names. */
export function defineProposing<Input extends z.ZodObject>(declaration: ProposingDeclaration<Input>): Tool {
  const called: Tool = defineOwnerTool({
    ...declaration,
    output: executionAnswer,
    // Sound because what is prepared is what `effect` has found.
    answer: (context, _input, _caller, prepared) =>
      proposeExecution(context.intents, { ...(prepared.execution as Execution), called }),
    textOf: executionText,
  } as OwnerToolDeclaration<Input, typeof executionAnswer>);
  return called;
}

/** What tools read before they propose. @throws CHAIN_READER_MISSING */
export function buildingOf(context: ToolContext): BuilderContext {
  const building = context.intents?.building;
  if (building === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  return building;
}
