import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { RecentBlockhash, TransactionChain } from '../../read/chain/transactions.ts';
import type { Fee } from '../../state/intents/intent.ts';
import { withInstruction } from '../transactions/append.ts';
import { feeInstruction } from '../transactions/fee.ts';
import { LARGEST_TRANSACTION, unsignedTransaction } from '../transactions/message.ts';

export interface Charged {
  readonly message: Uint8Array;
  /** Why the fee is not in it; undefined if it is. */
  readonly feeLeftOut?: string;
}

export interface Charging {
  readonly owner: Pubkey;
  readonly fee: Fee;
  readonly tables: ReadonlyMap<Pubkey, readonly Pubkey[]>;
  readonly blockhash: RecentBlockhash;
}

/** A transfer of a token program, with a margin. */
const FEE_UNITS = 10_000;

/**
 * A venue's message with the technology fee as its last instruction. If there is no room, no fee is taken: the venue's
 * instructions are never cut.
 * @throws MINT_UNKNOWN, CHAIN_UNREADABLE
 */
export async function withFee(
  chain: TransactionChain,
  message: Uint8Array,
  { owner, fee, tables, blockhash }: Charging,
): Promise<Charged> {
  const instruction = await feeInstruction(chain, owner, fee);
  const charged = withInstruction(message, { instruction, units: FEE_UNITS, tables, blockhash });
  const hasRoom = charged && unsignedTransaction(charged).length <= LARGEST_TRANSACTION;
  return hasRoom
    ? { message: charged }
    : { message, feeLeftOut: 'the transaction of the venue leaves no room for it' };
}
