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
