import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT, type Outflow } from '../../../core/rules/moves.ts';
import { technologyFee } from '../../../core/rules/technology-fee.ts';
import { associatedTokenAddress, systemTransfer, transferChecked } from '../../../idl/spl-instructions.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import type { Fee } from '../../state/intents/intent.ts';
import type { Instruction } from './instruction.ts';
import { mintDecimals, tokenBalance } from './mints.ts';

export interface FeeTerms {
  readonly bps: number;
  /** The wallet that receives it. */
  readonly wallet: Pubkey;
}

/**
 * The fee on what is moved: to the receiving wallet's token account of the same mint. None if rounding leaves none, or
 * if there is no such account: owners do not pay for creating one. @throws CHAIN_UNREADABLE
 */
export async function feeOn(
  chain: TransactionChain,
  { bps, wallet }: FeeTerms,
  { mint, amount: basis }: Outflow,
): Promise<Fee | undefined> {
  const amount = technologyFee(basis, bps);
  if (amount === 0n) return undefined;
  if (mint === NATIVE_MINT) return { mint, amount, account: wallet };
  const account = associatedTokenAddress(wallet, mint);
  const { held } = await chain.accounts([account]);
  return tokenBalance(held[0], { mint, wallet }) === undefined ? undefined : { mint, amount, account };
}

/** The transfer of a fee. @throws MINT_UNKNOWN, CHAIN_UNREADABLE */
export async function feeInstruction(
  chain: TransactionChain,
  owner: Pubkey,
  { mint, amount, account }: Fee,
): Promise<Instruction> {
  if (mint === NATIVE_MINT) return systemTransfer(owner, account, amount);
  const decimals = await mintDecimals(chain, mint);
  return transferChecked({
    ...{ mint, owner, amount, decimals },
    from: associatedTokenAddress(owner, mint),
    to: account,
  });
}
