import {
  compileTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/transaction-messages';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { COMPUTE_BUDGET_PROGRAM_ID } from '../../../idl/spl-instructions.ts';
import type { RecentBlockhash } from '../../read/chain/transactions.ts';
import type { Instruction } from './instruction.ts';
import { libraryInstruction } from './message.ts';

type LibraryInstruction = ReturnType<typeof libraryInstruction>;

export interface Appending {
  readonly instruction: Instruction;
  /** Its compute units: if the message sets a limit, it is raised by this many. */
  readonly units: number;
  /** All addresses of the lookup tables that the message names. */
  readonly tables: ReadonlyMap<Pubkey, readonly Pubkey[]>;
  readonly blockhash: RecentBlockhash;
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
    const { instructions, ...told } = decompileTransactionMessage(compiled, {
      lastValidBlockHeight,
      addressesByLookupTableAddress: Object.fromEntries(tables) as never,
    });
    const others = [...(instructions as Iterable<LibraryInstruction>)].map((each) => raised(each, units));
    const whole = { ...told, instructions: [...others, libraryInstruction(instruction)] };
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
