import type { Pubkey } from '../codec/base58.ts';

/** An account as returned by a node. */
export interface ChainAccount {
  readonly address: Pubkey;
  readonly owner: Pubkey;
  readonly data: Uint8Array;
  /** Undefined beyond 2^53, where JSON has rounded it. */
  readonly lamports: number | undefined;
}

const SYSTEM_PROGRAM = '11111111111111111111111111111111';

/**
 * Whether a program ever created the account. Anyone may send SOL to an address that is still unused or was
 * closed; the system program then holds an empty account there.
 */
export function isCreated(account: ChainAccount | undefined): account is ChainAccount {
  return account !== undefined && !(account.owner === SYSTEM_PROGRAM && account.data.length === 0);
}
