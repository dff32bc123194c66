import { z } from 'zod';
import { type ErrorCode, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type Gated, type Hold, holdOfScope, isFree } from '../../../core/rules/gates.ts';
import { type GatedMarket, marketOfScope } from '../../../core/rules/restricted-markets.ts';
import { DEFAULT_SCOPE, type Scope } from '../../../core/rules/scopes.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { Acting, Callable, Effect, Prepared, Values } from '../../actions/admission/call.ts';
import type { AgentRecordsContext } from '../../actions/agent-records/records.ts';
import type { BacktestsContext, Running } from '../../actions/backtests/context.ts';
import type { MirrorContext } from '../../actions/context.ts';
import type { Actor, ControlContext } from '../../actions/control/context.ts';
import type { IntentsContext } from '../../actions/intents/context.ts';
import type { PairingExchange } from '../../actions/pairing/exchange.ts';
import type { NarrowSurface } from '../../actions/reads/read.ts';
import type { RewardsContext } from '../../actions/rewards/read.ts';
import type { TokensContext } from '../../actions/tokens/context.ts';
import type { Venues } from '../../venues/venues.ts';

/** Groups of tools; a client may request only some of them. */
export const TOOLSETS = [
  'discovery',
  'launches',
  'programs',
  'proof',
  'rewards',
  'wallet',
  'safety',
  'quotes',
  'intents',
  'control',
  'trading',
  'strategies',
  'perps',
  'equity',
  'wallet_admin',
] as const;

export type Toolset = (typeof TOOLSETS)[number];

/** The annotations of a tool: hints for a client, never enforcement. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Reads the index and changes nothing. Stated explicitly, because clients otherwise assume a destructive tool. */
export const INDEX_READ: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Reads the chain or a market besides the index. */
export const OUTSIDE_READ: ToolHints = { ...INDEX_READ, openWorldHint: true };

/** Adds something with every call. */
export const ADDITION: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** Sets something that a later call may change. */
export const SETTING: ToolHints = { ...ADDITION, idempotentHint: true };

/** Ends or removes something. */
export const REMOVAL: ToolHints = { ...SETTING, destructiveHint: true };

/** Can move value: irreversible, and each call does it again. */
export const EXECUTION: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

export interface ToolContext extends MirrorContext {
  /** The public address of the service's pages; relative addresses without one. */
  readonly siteUrl?: (() => string) | undefined;
  /** Omitted without a store of decisions. */
  readonly pairing?: Pick<PairingExchange, 'start'> | undefined;
  /** Omitted without a store of decisions, and so without owners to read rewards for. */
  readonly rewards?: RewardsContext | undefined;
  /** The same for owners' guardrails. */
  readonly control?: ControlContext | undefined;
  /** Omitted without a store of decisions, and so without owners to propose to. */
  readonly intents?: IntentsContext | undefined;
  /** Omitted if none is configured. */
  readonly venues?: Venues | undefined;
  /** What reads of wallets, tokens and prices ask; omitted without a store of decisions. */
  readonly tokens?: TokensContext | undefined;
  /** Omitted without a harness to run, or a store of decisions to keep results in. */
  readonly backtests?: BacktestsContext | undefined;
  /** Omitted without a store of decisions, and so without owners' records. */
  readonly agentRecords?: AgentRecordsContext | undefined;
}

/** The same for a call with a credential: owners' parts are stored together with credentials, so it has them all. */
export type OwnerContext = ToolContext & {
  readonly [Part in 'rewards' | 'control' | 'intents' | 'agentRecords']-?: NonNullable<ToolContext[Part]>;
};

/** The agent that calls a tool, which the owner's records name. */
export type OwnerCaller = AgentPrincipal & Actor;

type Looking<Context, Input, Caller> = (
  context: Context,
  input: Input,
  caller: Caller,
) => Effect | Promise<Effect>;

type Answering<Context, Input, Caller, Answer> = (
  context: Context,
  input: Input,
  caller: Caller,
  prepared: Prepared,
  running: Running,
) => Promise<Answer>;

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
  /** Anyone may call it, although it adds something: a request that its owner has yet to decide. */
  readonly forAnyone?: boolean;
  /** It only reduces the owner's risk, so jurisdictions never refuse it. */
  readonly reducesRisk?: boolean;
  /** It stops the owner's agents, so no switch, policy or rate limit refuses it. */
  readonly stopsAgents?: boolean;
  /** Its possible errors, besides those of every check and of its arguments. */
  readonly failures?: readonly ErrorCode[];
  /** Whether its calls end in a plan or an intent, so that `create_execution_intent` takes it as an action. */
  readonly proposes?: boolean;
  /** Nothing here acts by what it records: its description begins with that, and its answers say `enforced: false`. */
  readonly recordsOnly?: boolean;
  /** What the owner's audit log calls it, from its arguments as they came; its name when left out. */
  readonly notedAs?: (raw: unknown) => string;
}

/** One declared tool: its arguments, its answer, the action behind it, and the answer as text. */
export interface ToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolTraits {
  readonly input: Input;
  readonly output: Output;
  /** Whose effect a call of it has, with which arguments, if that is another tool's. */
  readonly acts?: (input: z.output<Input>) => Acting<ToolContext>;
  /** What a call would do, if its checks depend on that. */
  readonly effect?: Looking<ToolContext, z.output<Input>, AgentPrincipal | undefined>;
  readonly answer: Answering<ToolContext, z.output<Input>, AgentPrincipal | undefined, z.output<Output>>;
  /** A few sentences for readers of the text alone, always naming the slot. */
  readonly textOf: (answer: z.output<Output>) => string;
}

/** A tool about the wallet of the credential's owner, so it requires a credential. */
export type OwnerToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<
  ToolDeclaration<Input, Output>,
  'answer' | 'effect'
> & {
  readonly effect?: Looking<OwnerContext, z.output<Input>, AgentPrincipal>;
  readonly answer: Answering<OwnerContext, z.output<Input>, OwnerCaller, z.output<Output>>;
};

export interface Serving {
  readonly output: z.ZodObject;
  readonly answer: Answering<ToolContext, Values, AgentPrincipal | undefined, Values>;
  readonly textOf: (answer: Values) => string;
}

export interface Tool
  extends Required<Omit<ToolTraits, keyof Gated | 'forAnyone' | 'reducesRisk' | 'notedAs'>>,
    Callable<ToolContext> {
  /** Whether it answers about its caller's own wallet. */
  readonly owner: boolean;
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
  const { name, answer } = declaration;
  const served = { ...declaration, answer: asActor(name, answer as unknown as Serving['answer']) };
  const tool = served as unknown as ToolTraits & Served;
  return made(declaration.recordsOnly ? asRecord(tool) : tool, true);
}

/** The same tool, whose description and answers say that nothing is enforced. */
function asRecord({ description, output, answer, ...tool }: ToolTraits & Served): ToolTraits & Served {
  return {
    ...tool,
    description: `Records only. ${description}`,
    output: output.extend({
      enforced: z.literal(false).meta({ description: 'Always false: nothing here acts by it.' }),
    }),
    answer: async (...given) => ({ ...(await answer(...given)), enforced: false }),
  };
}

/** Passes the caller on as the agent that acts by this tool. */
function asActor(tool: string, answer: Serving['answer']): Serving['answer'] {
  return (context, input, caller, prepared, running) => {
    if (caller === undefined) throw new LaunchlensError('INTERNAL', {});
    const actor: OwnerCaller = { ...caller, agent: { credentialId: caller.credentialId, tool } };
    return answer(context, input, actor, prepared, running);
  };
}

type Served = Serving & Pick<Tool, 'input'> & Partial<Pick<Tool, 'acts' | 'effect'>>;

/** Safe because input is only created by parsing with the same declaration, and text only from its own answer. */
function made(declaration: ToolTraits & Served, owner: boolean): Tool {
  const {
    input,
    acts,
    effect = () => ({}),
    output,
    answer,
    textOf,
    forAnyone = false,
    ...traits
  } = declaration;
  const { name } = traits;
  const gated = gatedBy(traits);
  const defaults = { failures: [], narrow: [], proposes: false, recordsOnly: false, notedAs: () => name };
  // It reads or quotes, changes nothing, and is about nobody's own.
  const anonymous = isFree(gated.scope) && (traits.hints.readOnlyHint || forAnyone) && !owner;
  const serving = { output, answer, textOf };
  return { ...defaults, ...traits, ...gated, owner, anonymous, input, acts, effect, serving };
}

function gatedBy({ scope = DEFAULT_SCOPE, stopsAgents = false, reducesRisk, ...traits }: ToolTraits) {
  const { hold = stopsAgents ? 'none' : holdOfScope(scope) } = traits;
  const market = reducesRisk ? undefined : (traits.market ?? marketOfScope(scope));
  return { scope, stopsAgents, hold, market };
}
