import type { Pubkey } from '../../../core/kernel/pubkey.ts';

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
