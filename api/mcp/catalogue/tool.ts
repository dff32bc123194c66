import { z } from 'zod';
import { DEFAULT_SCOPE, type Scope } from '../../../core/rules/scopes.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { MirrorContext } from '../../actions/context.ts';
import type { RewardsContext } from '../../actions/rewards/context.ts';
import type { ToolHints } from './hints.ts';
import type { Toolset } from './toolsets.ts';

/** What tools answer from. */
export interface ToolContext extends MirrorContext {
  /** Left out where there is no store of decisions, and so nobody to read rewards for. */
  readonly rewards?: RewardsContext | undefined;
}

/** What a client is told of a tool before it calls it. */
export interface ToolTraits {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** What a credential has to be good for; the specification's default when left out. */
  readonly scope?: Scope;
  readonly toolset: Toolset;
  readonly hints: ToolHints;
}

/** One tool, declared: what it takes, what it answers, which action answers it, and the answer in words. */
export interface ToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolTraits {
  readonly input: Input;
  readonly output: Output;
  readonly answer: (context: ToolContext, input: z.output<Input>) => Promise<z.output<Output>>;
  /** A few honest sentences for a reader of the text alone; the slot is always among them. */
  readonly inWords: (answer: z.output<Output>) => string;
}

/** One that answers about the wallet of the credential's owner, and so only to a credential. */
export type OwnerToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<
  ToolDeclaration<Input, Output>,
  'answer'
> & {
  readonly answer: (
    context: ToolContext,
    input: z.output<Input>,
    caller: AgentPrincipal,
  ) => Promise<z.output<Output>>;
};

type Values = Readonly<Record<string, unknown>>;

/** How a tool that works is answered. */
export interface Serving {
  readonly output: z.ZodObject;
  readonly answer: (
    context: ToolContext,
    input: Values,
    caller: AgentPrincipal | undefined,
  ) => Promise<Values>;
  readonly inWords: (answer: Values) => string;
}

export interface Tool extends Required<ToolTraits> {
  /** Whether it answers about its caller's own wallet. */
  readonly owner: boolean;
  readonly input: z.ZodObject;
  /** Undefined while the tool is listed but does not work yet. */
  readonly serving: Serving | undefined;
}

/** Checks a declaration and forgets the types of its values, so that tools of all kinds fit one catalogue. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: ToolDeclaration<Input, Output>,
): Tool {
  return made(declaration as unknown as ToolTraits & Served, false);
}

export function defineOwnerTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: OwnerToolDeclaration<Input, Output>,
): Tool {
  return made(declaration as unknown as ToolTraits & Served, true);
}

type Served = Serving & Pick<Tool, 'input'>;

/** Sound because input is made only by parsing with the same declaration, and words only of its own answer. */
function made({ input, output, answer, inWords, ...traits }: ToolTraits & Served, owner: boolean): Tool {
  return { scope: DEFAULT_SCOPE, ...traits, owner, input, serving: { output, answer, inWords } };
}

const ANY_ARGUMENTS = z.looseObject({});

/** A tool that is listed for its scope and does not work yet. It says so, and pretends nothing. */
export function laterTool(traits: ToolTraits): Tool {
  const description = `${traits.description} Not available yet: a call says so and does nothing.`;
  const tool = { scope: DEFAULT_SCOPE, ...traits, description };
  return { ...tool, owner: false, input: ANY_ARGUMENTS, serving: undefined };
}
