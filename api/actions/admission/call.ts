import type { z } from 'zod';
import type { Gated } from '../../../core/rules/gates.ts';
import type { Move } from '../../../core/rules/moves.ts';
import type { GatedMarket } from '../../../core/rules/restricted-markets.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { ControlContext } from '../control/context.ts';
import type { IntentsContext } from '../intents/context.ts';
import type { Execution } from '../intents/propose.ts';
import type { TokensContext } from '../tokens/context.ts';

export type Values = Readonly<Record<string, unknown>>;

/** What calls are checked with. Both are left out where there is no store of decisions. */
export interface AdmissionContext {
  readonly control?: Pick<ControlContext, 'controls' | 'decisions' | 'markets' | 'clock'> | undefined;
  readonly intents?: Pick<IntentsContext, 'intents' | 'clock'> | undefined;
  /** The symbols that stand for mints. */
  readonly tokens?: Pick<TokensContext, 'known'> | undefined;
}

/** What a call would do if the owner let it: what the checks are about, and what is done once they let it pass. */
export interface Effect {
  /** What it would move; left out where it moves nothing. */
  readonly move?: Move | undefined;
  /** A market that it enters, besides those of its tools and of the move. */
  readonly market?: GatedMarket | undefined;
  /** For what ends in a plan or an intent. */
  readonly execution?: Execution;
}

/** What a tool declares for its calls to be checked. */
export interface Callable<Context> extends Gated {
  /** Whether it may be called without a credential. */
  readonly anonymous: boolean;
  readonly input: z.ZodObject;
  /** Whose effect a call of it has, with which arguments, if that is another tool's. */
  readonly acts?: ((input: Values) => Acting<Context>) | undefined;
  /** Looks at what a call would do, before any check that depends on it. It changes nothing. */
  readonly effect: (
    context: Context,
    input: Values,
    caller: AgentPrincipal | undefined,
  ) => Effect | Promise<Effect>;
  /** What the owner's audit log calls it, from its arguments as they came. */
  readonly notedAs: (raw: unknown) => string;
}

/** A tool, with arguments of it. */
export interface Acting<Context> {
  readonly action: Callable<Context>;
  readonly input: Values;
}

export interface Call<Context> {
  readonly tool: Callable<Context>;
  readonly raw: unknown;
  /** Undefined for an anonymous call. */
  readonly caller: AgentPrincipal | undefined;
  /** Whether the credential has used up its rate: then only what stops agents is called. */
  readonly beyondRate?: boolean | undefined;
}

/** A call that every check let pass: its arguments, and what it does. */
export type Prepared = Effect & { readonly input: Values };
