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
import type { NarrowSurface } from '../../actions/reads/read.ts';
import type { RewardsContext } from '../../actions/rewards/context.ts';
import type { Venues } from '../../venues/venues.ts';
import type { ToolHints } from './hints.ts';
import type { Toolset } from './toolsets.ts';

/** The dependencies of tools. */
export interface ToolContext extends MirrorContext {
  /** Omitted without a store of decisions, and so without owners to read rewards for. */
  readonly rewards?: RewardsContext | undefined;
  /** The same for owners' guardrails. */
  readonly control?: ControlContext | undefined;
  /** Omitted without a store of decisions, and so without owners to propose to. */
  readonly intents?: IntentsContext | undefined;
  /** Omitted if none is configured. */
  readonly venues?: Venues | undefined;
  /** Omitted without a store of decisions, and so without owners' records. */
  readonly desk?: DeskContext | undefined;
}

/** A tool's description for clients. */
export interface ToolTraits {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The required scope; by default the specification's. */
  readonly scope?: Scope;
  readonly toolset: Toolset;
  /** Narrow surfaces that list it, besides agent-v1; a list that clients rely on to stay the same. */
  readonly narrow?: readonly NarrowSurface[];
  readonly hints: ToolHints;
  /** Which owner switches refuse it; by default those of its scope. */
  readonly hold?: Hold;
  /** The market that every call of it enters; by default that of its scope. */
  readonly market?: GatedMarket | undefined;
  /** It only reduces the owner's risk, so jurisdictions never refuse it. */
  readonly reducesRisk?: boolean;
  /** It stops the owner's agents, so no switch, policy or rate limit refuses it. */
  readonly stopsAgents?: boolean;
  /** Its possible errors, besides those of every check and of its arguments. */
  readonly failures?: readonly ErrorCode[];
  /** The other tool whose effect a call has, from its raw arguments; for the owner's audit log. */
  readonly actionOf?: (raw: unknown) => string | undefined;
}

/** One declared tool: its arguments, its answer, the action behind it, and the answer as text. */
export interface ToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolTraits {
  readonly input: Input;
  readonly output: Output;
  /** A shorter shape that every answer also has, for lists: if many tools return the same long answer. */
  readonly outline?: z.ZodObject;
  /** A market that a call enters, if its arguments decide that. */
  readonly enters?: (context: ToolContext, input: z.output<Input>) => GatedMarket | undefined;
  readonly answer: (
    context: ToolContext,
    input: z.output<Input>,
    caller: AgentPrincipal | undefined,
  ) => Promise<z.output<Output>>;
  /** A few sentences for readers of the text alone, always naming the slot. */
  readonly inWords: (answer: z.output<Output>) => string;
}

/** A tool about the wallet of the credential's owner, so it requires a credential. */
export type OwnerToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<
  ToolDeclaration<Input, Output>,
  'answer' | 'enters'
> & {
  readonly answer: (
    context: ToolContext,
    input: z.output<Input>,
    caller: AgentPrincipal,
  ) => Promise<z.output<Output>>;
  /** What the call would move if the owner approved it; omitted or undefined if nothing. */
  readonly move?: (
    context: ToolContext,
    input: z.output<Input>,
    caller: AgentPrincipal,
  ) => Promise<Move | undefined>;
};

type Values = Readonly<Record<string, unknown>>;

/** How a tool is executed. */
export interface Serving {
  readonly output: z.ZodObject;
  /** The short form of the output in lists; omitted if they show all of it. */
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

/** Checks a declaration and erases its value types, so that one catalogue contains all kinds of tools. */
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

/** Safe because input is only created by parsing with the same declaration, and text only from its own answer. */
function made(declaration: ToolTraits & Served, owner: boolean): Tool {
  const { input, move, enters, output, outline, answer, inWords, ...traits } = declaration;
  const serving = { output, outline, answer, inWords };
  return { ...DEFAULTS, ...traits, ...gatedBy(traits), owner, input, move, enters, serving };
}

const DEFAULTS = { failures: [], narrow: [], actionOf: () => undefined } as const;

function gatedBy({ scope = DEFAULT_SCOPE, stopsAgents = false, reducesRisk, ...traits }: ToolTraits) {
  const { hold = stopsAgents ? 'none' : holdOfScope(scope) } = traits;
  const market = reducesRisk ? undefined : (traits.market ?? marketOfScope(scope));
  return { scope, stopsAgents, hold, market };
}
