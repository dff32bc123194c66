import type { z } from 'zod';
import type { ErrorCode } from '../../../core/kernel/errors/registry.ts';
import { type Gated, type Hold, holdOfScope } from '../../../core/rules/gates.ts';
import { type GatedMarket, marketOfScope } from '../../../core/rules/jurisdictions.ts';
import type { Move } from '../../../core/rules/moves.ts';
import { DEFAULT_SCOPE, type Scope } from '../../../core/rules/scopes.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { MirrorContext } from '../../actions/context.ts';
import type { ControlContext } from '../../actions/control/context.ts';
import type { DeskContext } from '../../actions/desk/context.ts';
import type { IntentsContext } from '../../actions/intents/context.ts';
import type { RewardsContext } from '../../actions/rewards/context.ts';
import type { Venues } from '../../venues/venues.ts';
import type { ToolHints } from './hints.ts';
import type { Toolset } from './toolsets.ts';

/** What tools answer from. */
export interface ToolContext extends MirrorContext {
  /** Left out where there is no store of decisions, and so nobody to read rewards for. */
  readonly rewards?: RewardsContext | undefined;
  /** The same for the guardrails of owners. */
  readonly control?: ControlContext | undefined;
  /** Left out where there is no store of decisions, and so nobody to propose to. */
  readonly intents?: IntentsContext | undefined;
  /** Left out where the operator configured none. */
  readonly venues?: Venues | undefined;
  /** Left out where there is no store of decisions, and so nothing that owners keep. */
  readonly desk?: DeskContext | undefined;
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
  /** Which owner switches refuse it; as its scope says when left out. */
  readonly hold?: Hold;
  /** The market that every call of it enters; as its scope says when left out. */
  readonly market?: GatedMarket | undefined;
  /** It only reduces the owner's risk, so no jurisdiction refuses it. */
  readonly reducesRisk?: boolean;
  /** It stops the owner's agents, so no switch, policy or rate refuses it. */
  readonly stopsAgents?: boolean;
  /** What it may be refused with, beside what every gate and its arguments are. */
  readonly failures?: readonly ErrorCode[];
  /** Which other tool's effect a call is about, from its arguments as they came; for the owner's trail. */
  readonly actionOf?: (raw: unknown) => string | undefined;
}

/** One tool, declared: what it takes, what it answers, which action answers it, and the answer in words. */
export interface ToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolTraits {
  readonly input: Input;
  readonly output: Output;
  /** A shorter shape that every answer has too, for lists: where many tools answer the same at length. */
  readonly outline?: z.ZodObject;
  /** A market that a call enters, where its arguments decide that. */
  readonly enters?: (context: ToolContext, input: z.output<Input>) => GatedMarket | undefined;
  readonly answer: (
    context: ToolContext,
    input: z.output<Input>,
    caller: AgentPrincipal | undefined,
  ) => Promise<z.output<Output>>;
  /** A few honest sentences for a reader of the text alone; the slot is always among them. */
  readonly inWords: (answer: z.output<Output>) => string;
}

/** One that answers about the wallet of the credential's owner, and so only to a credential. */
export type OwnerToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<
  ToolDeclaration<Input, Output>,
  'answer' | 'enters'
> & {
  readonly answer: (
    context: ToolContext,
    input: z.output<Input>,
    caller: AgentPrincipal,
  ) => Promise<z.output<Output>>;
  /** What the call would move if the owner let it; left out, or undefined, where it moves nothing. */
  readonly move?: (
    context: ToolContext,
    input: z.output<Input>,
    caller: AgentPrincipal,
  ) => Promise<Move | undefined>;
};

type Values = Readonly<Record<string, unknown>>;

/** How a tool is answered. */
export interface Serving {
  readonly output: z.ZodObject;
  /** What lists show instead of the output; left out where they show all of it. */
  readonly outline?: z.ZodObject | undefined;
  readonly answer: (
    context: ToolContext,
    input: Values,
    caller: AgentPrincipal | undefined,
  ) => Promise<Values>;
  readonly inWords: (answer: Values) => string;
}

export interface Tool extends Required<Omit<ToolTraits, keyof Gated | 'reducesRisk'>>, Gated {
  /** Whether it answers about its caller's own wallet. */
  readonly owner: boolean;
  readonly input: z.ZodObject;
  readonly move:
    | ((context: ToolContext, input: Values, caller: AgentPrincipal) => Promise<Move | undefined>)
    | undefined;
  readonly enters: ((context: ToolContext, input: Values) => GatedMarket | undefined) | undefined;
  readonly serving: Serving;
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

type Served = Serving & Pick<Tool, 'input'> & Partial<Pick<Tool, 'move' | 'enters'>>;

/** Sound because input is made only by parsing with the same declaration, and words only of its own answer. */
function made(declaration: ToolTraits & Served, owner: boolean): Tool {
  const { input, move, enters, output, outline, answer, inWords, ...traits } = declaration;
  const serving = { output, outline, answer, inWords };
  return { ...DEFAULTS, ...traits, ...gatedBy(traits), owner, input, move, enters, serving };
}

const DEFAULTS = { failures: [], actionOf: () => undefined } as const;

function gatedBy({ scope = DEFAULT_SCOPE, stopsAgents = false, reducesRisk, ...traits }: ToolTraits) {
  const { hold = stopsAgents ? 'none' : holdOfScope(scope) } = traits;
  const market = reducesRisk ? undefined : (traits.market ?? marketOfScope(scope));
  return { scope, stopsAgents, hold, market };
}
