import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Move } from '../../../core/rules/moves.ts';
import {
  type ExecutionAnswer,
  executionAnswer,
  executionArguments,
  executionOutline,
} from '../../../schemas/mcp/execution.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { BuilderContext } from '../../actions/intents/builders/context.ts';
import type { IntentsContext } from '../../actions/intents/context.ts';
import type { IntentDraft } from '../../actions/intents/draft.ts';
import { type ExecutionInput, proposeExecution, repeatedExecution } from '../../actions/intents/propose.ts';
import { executionInWords } from '../words/execution.ts';
import { defineOwnerTool, type Tool, type ToolContext, type ToolTraits } from './tool.ts';

/** One proposing tool: its arguments, and what it would do. It returns a plan, then an intent. */
export interface ExecutionToolDeclaration<Input extends z.ZodRawShape> extends ToolTraits {
  /** Its arguments, without those for planning and confirming. */
  readonly input: Input;
  /**
   * What would be moved, if the arguments alone decide: the checks use it, and nothing else is queried for a call that
   * they refuse. The draft moves the same.
   */
  readonly move?: (context: ToolContext, input: z.output<z.ZodObject<Input>>) => Move;
  /** Reads the chain and the arguments and returns what would be done. It changes nothing. */
  readonly draft: (
    context: ToolContext,
    input: z.output<z.ZodObject<Input>>,
    caller: AgentPrincipal,
  ) => Promise<IntentDraft>;
}

type Looking<Found> = (context: ToolContext, input: object, caller: AgentPrincipal) => Promise<Found>;

/** Returns what would be done, without changing anything. */
export type ExecutionDraft = Looking<IntentDraft>;

/** How a proposing tool gets its answer. */
export interface Proposing {
  readonly draft: ExecutionDraft;
  /** The earlier answer of the same call. */
  readonly repeated: Looking<ExecutionAnswer | undefined>;
}

const PROPOSING = new WeakMap<Tool, Proposing>();

/**
 * Declares a tool whose every call ends in a plan or an intent. Its checks use the move of its draft. A repeated
 * confirmation returns the earlier answer and moves nothing, so nothing is drafted for it.
 */
export function defineExecutionTool<Input extends z.ZodRawShape>({
  input,
  move,
  draft,
  ...traits
}: ExecutionToolDeclaration<Input>): Tool {
  const drafted = once(draft as unknown as ExecutionDraft);
  const repeated: Proposing['repeated'] = once((context, values, caller) =>
    repeatedExecution(intentsOf(context), { tool, caller, input: values as ExecutionInput }),
  );
  const named = move as ((context: ToolContext, input: object) => Move) | undefined;
  const tool: Tool = defineOwnerTool({
    ...traits,
    input: z.strictObject({ ...input, ...executionArguments }),
    output: executionAnswer,
    outline: executionOutline,
    move: async (context, values, caller) => {
      if (await repeated(context, values, caller)) return undefined;
      return named ? named(context, values) : (await drafted(context, values, caller)).move;
    },
    answer: async (context, values, caller) =>
      (await repeated(context, values, caller)) ??
      proposeExecution(intentsOf(context), {
        ...{ tool, caller, input: values as unknown as ExecutionInput },
        draft: await drafted(context, values, caller),
      }),
    inWords: executionInWords,
  });
  PROPOSING.set(tool, { draft: drafted, repeated });
  return tool;
}

/** Undefined for a tool that does not propose. */
export function proposingOf(tool: Tool): Proposing | undefined {
  return PROPOSING.get(tool);
}

/** Intents are stored with credentials, so a call with one has them. */
export function intentsOf({ intents }: ToolContext): IntentsContext {
  if (intents === undefined) throw new LaunchlensError('INTERNAL', {});
  return intents;
}

/** What tools read before they propose. @throws CHAIN_READER_MISSING */
export function buildingOf(context: ToolContext): BuilderContext {
  const { building } = intentsOf(context);
  if (building === undefined) throw new LaunchlensError('CHAIN_READER_MISSING', {});
  return building;
}

/** Checks and answer of one call use the same draft, not two reads of a changing chain. */
function once<Found>(look: Looking<Found>): Looking<Found> {
  const looks = new WeakMap<object, Promise<Found>>();
  return (context, input, caller) => {
    const found = looks.get(input) ?? look(context, input, caller);
    looks.set(input, found);
    return found;
  };
}
