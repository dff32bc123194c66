import {
  compileTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/transaction-messages';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { COMPUTE_BUDGET_PROGRAM_ID } from '../../../idl/spl-instructions.ts';
import type { RecentBlockhash, TransactionChain } from '../../read/chain/transactions.ts';
import type { Fee } from '../../state/intents/intent.ts';
import type { Instruction } from '../intents/draft.ts';
import { feeInstruction } from './fee.ts';
import { LARGEST_TRANSACTION, libraryInstruction, unsignedTransaction } from './message.ts';

export interface Charged {
  readonly message: Uint8Array;
  /** Why the fee is not in it; undefined if it is. */
  readonly feeLeftOut?: string;
}

interface Extending {
  /** All addresses of the lookup tables that the message names. */
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
  { owner, fee, ...extending }: Extending & { readonly owner: Pubkey; readonly fee: Fee },
): Promise<Charged> {
  const instruction = await feeInstruction(chain, owner, fee);
  const charged = withInstruction(message, { instruction, units: FEE_UNITS, ...extending });
  const hasRoom = charged && unsignedTransaction(charged).length <= LARGEST_TRANSACTION;
  return hasRoom
    ? { message: charged }
    : { message, feeLeftOut: 'the transaction of the venue leaves no room for it' };
}

type LibraryInstruction = ReturnType<typeof libraryInstruction>;

interface Appending extends Extending {
  readonly instruction: Instruction;
  /** Its compute units: if the message sets a limit, it is raised by this many. */
  readonly units: number;
}

const SET_UNIT_LIMIT = 2;
const MOST_UNITS = 1_400_000;

/**
 * A v0 message with one more instruction at its end, whatever its size; the others stay unchanged and in order.
 * Undefined if its instructions name accounts that it does not have.
 */
export function withInstruction(
  message: Uint8Array,
  { instruction, units, tables, blockhash: { lastValidBlockHeight } }: Appending,
): Uint8Array | undefined {
  try {
    const compiled = getCompiledTransactionMessageDecoder().decode(message);
    const { instructions, ...rest } = decompileTransactionMessage(compiled, {
      lastValidBlockHeight,
      addressesByLookupTableAddress: Object.fromEntries(tables) as never,
    });
    const others = [...(instructions as Iterable<LibraryInstruction>)].map((each) => raised(each, units));
    const whole = { ...rest, instructions: [...others, libraryInstruction(instruction)] };
    const longer = compileTransactionMessage(whole as Parameters<typeof compileTransactionMessage>[0]);
    return Uint8Array.from(getCompiledTransactionMessageEncoder().encode(longer));
  } catch {
    // Whatever the library reports, the message cannot be extended.
    return undefined;
  }
}

/** `SetComputeUnitLimit` has its tag and a u32. */
function raised<Each extends Pick<LibraryInstruction, 'programAddress' | 'data'>>(
  each: Each,
  units: number,
): Each {
  const { programAddress, data } = each;
  if (programAddress !== (COMPUTE_BUDGET_PROGRAM_ID as string) || data?.[0] !== SET_UNIT_LIMIT) return each;
  if (data.length !== 5) return each;
  const raisedData = Buffer.from(data);
  raisedData.writeUInt32LE(Math.min(raisedData.readUInt32LE(1) + units, MOST_UNITS), 1);
  return { ...each, data: Uint8Array.from(raisedData) };
}
