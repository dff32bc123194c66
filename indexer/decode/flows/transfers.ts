import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { TOKEN_TRANSFER } from '../../../idl/spl-token.ts';
import type { Transaction, TransactionInstruction } from '../../model/source.ts';

/** A token transfer between an escrow and another account. */
export interface Transfer {
  readonly incoming: boolean;
  /** Index of the other account among the transaction's keys. */
  readonly other: number;
  readonly amount: bigint;
}

const TOKEN_PROGRAMS = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].map(pubkeyBytes);

/** The transfers in or out of the account at index `escrow`, in the order of execution. */
export function transfersOf({ accountKeys, instructions }: Transaction, escrow: number): Transfer[] {
  const transfers: Transfer[] = [];
  for (const instruction of instructions) {
    if (!instruction.accounts.includes(escrow)) continue;
    const program = accountKeys[instruction.program];
    if (!program || !TOKEN_PROGRAMS.some((known) => Buffer.compare(known, program) === 0)) continue;
    const transfer = readTransfer(instruction, escrow);
    if (transfer && transfer.amount > 0n) transfers.push(transfer);
  }
  return transfers;
}

function readTransfer({ accounts, data }: TransactionInstruction, escrow: number): Transfer | undefined {
  const form = TOKEN_TRANSFER.find(({ tag, size }) => data[0] === tag && data.length === size);
  if (!form) return undefined;
  const from = accounts[form.fromIndex];
  const to = accounts[form.toIndex];
  // A transfer from an account to itself moves nothing.
  if (from === undefined || to === undefined || from === to) return undefined;
  const amount = Buffer.from(data.buffer, data.byteOffset, data.length).readBigUInt64LE(1);
  if (to === escrow) return { incoming: true, other: from, amount };
  return from === escrow ? { incoming: false, other: to, amount } : undefined;
}
