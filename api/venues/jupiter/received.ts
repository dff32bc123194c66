import {
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
} from '@solana/transaction-messages';
import { getTransactionDecoder } from '@solana/transactions';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { PlainInstruction } from '../../../idl/spl-instructions.ts';
import type { VenueInstructions } from '../venue.ts';
import { isBudget, unitPriceOf } from './budget.ts';

/** The bits of a role in the library. */
const [SIGNER, WRITABLE] = [2, 1];

interface LibraryInstruction {
  readonly programAddress: string;
  readonly accounts?: readonly { readonly address: string; readonly role: number }[];
  readonly data?: ArrayLike<number>;
}

/**
 * The instructions of a transaction without lookup tables, also of a legacy one, to be assembled again as v0. Undefined
 * for other bytes.
 */
export function instructionsOf(transaction: Uint8Array): VenueInstructions | undefined {
  try {
    const { messageBytes } = getTransactionDecoder().decode(transaction);
    const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
    const { instructions } = decompileTransactionMessage(compiled);
    const all = [...(instructions as Iterable<LibraryInstruction>)].map(plain);
    return {
      kind: 'instructions',
      instructions: all.filter((one) => !isBudget(one)),
      unitPrice: unitPriceOf(all),
      tables: new Map(),
    };
  } catch {
    // Whatever the library reports, it is not such a transaction.
    return undefined;
  }
}

function plain({ programAddress, accounts = [], data = [] }: LibraryInstruction): PlainInstruction {
  return {
    program: programAddress as Pubkey,
    accounts: accounts.map(({ address, role }) => ({
      address: address as Pubkey,
      signer: (role & SIGNER) !== 0,
      writable: (role & WRITABLE) !== 0,
    })),
    data: Uint8Array.from(data),
  };
}
