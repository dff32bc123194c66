import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Move, Outflow } from '../../../core/rules/moves.ts';
import type { Fee, HandOff, JsonObject } from '../../state/intents/intent.ts';
import type { Instruction } from '../transactions/instruction.ts';

/** What an execution tool makes of its arguments: what would be done, if the owner signs. It moves nothing. */
export interface IntentDraft {
  /** One sentence for people. */
  readonly summary: string;
  /** The same as the gates have judged. */
  readonly move: Move;
  /**
   * Which builder makes the transaction, and from what. The terms are kept with the intent, and the transaction is made
   * anew of them whenever the owner is about to sign, by any process: so they are JSON, amounts as decimal strings.
   */
  readonly build?: { readonly builder: string; readonly terms: JsonObject } | undefined;
  /** Where the owner executes it, when no transaction is built here. */
  readonly handOff?: HandOff | undefined;
  /** What the technology fee is a share of; left out where the service takes none. */
  readonly feeOn?: Outflow | undefined;
}

export interface BuildRequest {
  /** Fee payer, and the one who signs. */
  readonly owner: Pubkey;
  readonly terms: JsonObject;
  /** The technology fee, for a builder of finished messages to put in; to instructions it is added later. */
  readonly fee: Fee | undefined;
  /** Whether the owner is about to sign it, or it is only shown. */
  readonly purpose: 'sign' | 'show';
}

/** Instructions to be put into a transaction, or the finished message of a venue that knows its own route. */
export type Built =
  | { readonly kind: 'instructions'; readonly instructions: readonly Instruction[] }
  | {
      readonly kind: 'message';
      /** A v0 message, with its blockhash. */
      readonly message: Uint8Array;
      readonly lastValidBlockHeight: bigint;
      /** Why the technology fee is not in it; undefined where it is, or where there is none. */
      readonly feeLeftOut?: string | undefined;
    };

/**
 * Makes transactions of one kind. It checks once more what can be checked before signing, and throws the coded error
 * that the owner or the agent is told.
 */
export interface TransactionBuilder {
  /** Unique among all builders, and kept in stored intents: `escrow.pledge`. */
  readonly name: string;
  build(request: BuildRequest): Promise<Built>;
}
