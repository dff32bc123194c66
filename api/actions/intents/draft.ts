import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Move, Outflow } from '../../../core/rules/moves.ts';
import type { Fee, HandOff, JsonObject } from '../../state/intents/intent.ts';

export interface AccountRole {
  readonly address: Pubkey;
  readonly signer: boolean;
  readonly writable: boolean;
}

/** An amount with what is needed to display it. */
export interface TokenAmount {
  readonly mint: Pubkey;
  /** Base units. */
  readonly amount: bigint;
  readonly decimals: number;
}

/** One instruction of a transaction, as programs read it. */
export interface Instruction {
  readonly program: Pubkey;
  readonly accounts: readonly AccountRole[];
  readonly data: Uint8Array;
  /** What it moves, if its own bytes do not show it. */
  readonly moves?: TokenAmount | undefined;
}

/** An amount of any asset, for a plan to show. */
export interface PlannedAmount {
  /** A mint of this chain, or a name that a venue or another chain uses. */
  readonly asset: string;
  /** Base units; undefined if unknown. */
  readonly amount: bigint | undefined;
  /** The other chain that the asset is on; omitted for this chain. */
  readonly chain?: string | undefined;
}

/** What a plan says about an exchange besides its outflows. Undefined is unknown; an empty list is none. */
export interface PlanTerms {
  /** What the owner would give on another chain. */
  readonly givesElsewhere?: readonly PlannedAmount[] | undefined;
  readonly receives?: readonly PlannedAmount[] | undefined;
  /** The minimum that has to come in; undefined if nothing has to. */
  readonly minimumOut?: Outflow | undefined;
  readonly priceImpactBps?: number | undefined;
  /** Undefined if no venue takes part. */
  readonly route?: PlannedRoute | undefined;
  /** What a venue charges. */
  readonly fees?: readonly PlannedAmount[] | undefined;
  /** Undefined if it was not asked for. */
  readonly slippageBps?: number | undefined;
}

export interface PlannedRoute {
  readonly venue: string;
  /** What the venue calls the route; undefined if it quoted none. */
  readonly label?: string | undefined;
  /** RFC 3339; undefined if the venue names no time. */
  readonly expiresAt?: string | undefined;
}

/** What a tool would do with its arguments, if the owner signs. It moves nothing. */
export interface IntentDraft {
  /** One sentence for people. */
  readonly summary: string;
  /** The same move that the checks have seen. */
  readonly move: Move;
  /**
   * Which builder creates the transaction, and its input. The terms are stored with the intent, and any process rebuilds
   * the transaction from them whenever the owner is about to sign: so they are JSON, amounts as decimal strings.
   */
  readonly build?: { readonly builder: string; readonly terms: JsonObject } | undefined;
  /** Where the owner executes it, if no transaction is built here. */
  readonly handOff?: HandOff | undefined;
  /** For the plan to show; nothing is built from it. */
  readonly planTerms?: PlanTerms | undefined;
  /** The amount that the technology fee is a share of; omitted if the service takes none. */
  readonly feeOn?: Outflow | undefined;
}

export interface BuildRequest {
  /** Fee payer and signer. */
  readonly owner: Pubkey;
  readonly terms: JsonObject;
  /** The technology fee, for a builder of finished messages to include; for instructions it is added later. */
  readonly fee: Fee | undefined;
  /** Whether the owner is about to sign it, or it is only displayed. */
  readonly purpose: 'sign' | 'show';
}

/** Instructions for a transaction, or the finished message of a venue that knows its own route. */
export type Built =
  | { readonly kind: 'instructions'; readonly instructions: readonly Instruction[] }
  | {
      readonly kind: 'message';
      /** A v0 message, with its blockhash. */
      readonly message: Uint8Array;
      readonly lastValidBlockHeight: bigint;
      /** Why the technology fee is not in it; undefined if it is, or if there is none. */
      readonly feeLeftOut?: string | undefined;
    };

/**
 * Creates transactions of one kind. It repeats every check that is possible before signing, and throws the coded error
 * for the owner or the agent.
 */
export interface TransactionBuilder {
  /** Unique among all builders, and stored with intents: `escrow.pledge`. */
  readonly name: string;
  build(request: BuildRequest): Promise<Built>;
}
