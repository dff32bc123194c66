import { SYSTEM_PROGRAM_ID } from '../../idl/programs.ts';
import type { ChainAccount } from '../model/chain-read.ts';

/**
 * An account as the decoder sees it. Without lamports it does not outlive its transaction. Where one has ended, anyone can
 * send SOL, and the address then belongs to the System program: the account has ended all the same.
 */
export function standing(account: ChainAccount | undefined): ChainAccount | undefined {
  if (!account || account.lamports === 0n || account.owner === SYSTEM_PROGRAM_ID) return undefined;
  return account;
}
