import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { MEMO_PROGRAM_IDS } from '../../idl/programs.ts';
import type { Transaction } from '../model/source.ts';
import { heldAmounts, movementsOf } from './flows/movements.ts';

/** Tokens that left the treasury's token account for one other account. Keys are 32 raw bytes. */
export interface TreasuryTransfer {
  /** Numbers the transfers of one transaction, in order. */
  readonly ordinal: number;
  /** The receiving token account; undefined if the transaction does not show it. */
  readonly account: Uint8Array | undefined;
  /** Its owner, likewise. */
  readonly wallet: Uint8Array | undefined;
  readonly mint: Uint8Array;
  /** Base units, never zero. */
  readonly amount: bigint;
}

const MEMO_PROGRAMS = MEMO_PROGRAM_IDS.map(pubkeyBytes);
const LINE_END = Buffer.from('\n');

/** What a transaction moved out of the treasury, by the rules for escrow activity. */
export function treasuryTransfers(transaction: Transaction, treasury: Uint8Array): TreasuryTransfer[] {
  if (transaction.failed) return [];
  const index = transaction.accountKeys.findIndex((key) => Buffer.compare(key, treasury) === 0);
  if (index < 0) return [];
  return heldAmounts(transaction, index)
    .flatMap((held) => movementsOf(transaction, index, held))
    .filter(({ direction }) => direction === 'out')
    .map(({ account, wallet, mint, amount }, ordinal) => ({ ordinal, account, wallet, mint, amount }));
}

/** The memos of a transaction, including inner instructions, one line each in the order of execution. */
export function memosOf({ accountKeys, instructions }: Transaction): Buffer {
  const memos = instructions.filter(({ program }) => {
    const key = accountKeys[program];
    return key !== undefined && MEMO_PROGRAMS.some((known) => Buffer.compare(known, key) === 0);
  });
  return Buffer.concat(memos.flatMap(({ data }, at) => (at === 0 ? [data] : [LINE_END, data])));
}
