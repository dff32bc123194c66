import {
  type AccountView,
  type BlockMeta,
  LAMPORTS_AT,
  type TokenBalance,
  type Transaction,
  WRITE_VERSION_AT,
} from '../../model/source.ts';
import type { ByteWriter } from './byte-writer.ts';
import { ACCOUNT_HAS, BALANCE_HAS, BLOCK_HAS, RECORD, SIGNATURE_BYTES, TRANSACTION_IS } from './record.ts';

/** Unknown slots before a snapshot. */
export interface LostSlots {
  readonly from: bigint;
  readonly to: bigint;
}

/** What precedes the accounts of a snapshot. */
export interface SnapshotOpening {
  /** The slot of the state. */
  readonly meta: BlockMeta;
  readonly lost: LostSlots | undefined;
  /** Why it was taken. */
  readonly cause: string;
  /** Number of accounts that follow. */
  readonly accounts: bigint;
}

/** Longer reasons are truncated: they quote a server's message. */
const MAX_CAUSE_BYTES = 1024;

export function writeSnapshotOpening(into: ByteWriter, opening: SnapshotOpening): void {
  const { meta, lost, cause, accounts } = opening;
  record(into, RECORD.snapshot, () => {
    writeBlock(into, meta, lost ? BLOCK_HAS.lost : 0);
    into.u64(lost?.from ?? 0n);
    into.u64(lost?.to ?? 0n);
    into.u64(accounts);
    into.bytes(Buffer.from(cause).subarray(0, MAX_CAUSE_BYTES));
  });
}

/** The block of a slot and the numbers of its records, which follow: accounts first, then transactions. */
export function writeSlot(into: ByteWriter, meta: BlockMeta, accounts: number, transactions: number): void {
  record(into, RECORD.slot, () => {
    writeBlock(into, meta, 0);
    into.u32(accounts);
    into.u32(transactions);
  });
}

export function writeAccount(into: ByteWriter, view: AccountView): void {
  const { bytes, pubkeyAt, ownerAt, dataAt, dataLength, signatureAt, numbers } = view;
  record(into, RECORD.account, () => {
    into.bytes(bytes, pubkeyAt, pubkeyAt + 32);
    into.bytes(bytes, ownerAt, ownerAt + 32);
    into.bytes(numbers, LAMPORTS_AT, LAMPORTS_AT + 8);
    into.bytes(numbers, WRITE_VERSION_AT, WRITE_VERSION_AT + 8);
    into.u8(signatureAt >= 0 ? ACCOUNT_HAS.signature : 0);
    if (signatureAt >= 0) into.bytes(bytes, signatureAt, signatureAt + SIGNATURE_BYTES);
    into.bytes(bytes, dataAt, dataAt + dataLength);
  });
}

export function writeTransaction(into: ByteWriter, transaction: Transaction): void {
  const { signature, failed, index, accountKeys, instructions, emptied = [] } = transaction;
  record(into, RECORD.transaction, () => {
    into.bytes(signature);
    into.u8((failed ? TRANSACTION_IS.failed : 0) | (index === undefined ? 0 : TRANSACTION_IS.placed));
    into.u32(index ?? 0);
    into.u16(accountKeys.length);
    for (const key of accountKeys) into.bytes(key);
    into.u16(emptied.length);
    for (const key of emptied) into.u16(accountKeys.findIndex((one) => Buffer.compare(one, key) === 0));
    writeBalances(into, transaction.preTokenBalances);
    writeBalances(into, transaction.postTokenBalances);
    into.u16(instructions.length);
    for (const { program, accounts, data } of instructions) {
      into.u32(program);
      into.u32(accounts.length);
      into.bytes(accounts);
      into.u32(data.length);
      into.bytes(data);
    }
  });
}

function writeBalances(into: ByteWriter, balances: readonly TokenBalance[]): void {
  into.u16(balances.length);
  for (const { accountIndex, mint, owner, amount } of balances) {
    into.u32(accountIndex);
    into.bytes(mint);
    into.u8(owner ? BALANCE_HAS.owner : 0);
    if (owner) into.bytes(owner);
    into.u64(amount);
  }
}

function writeBlock(into: ByteWriter, meta: BlockMeta, flags: number): void {
  const { slot, parentSlot, blockhash, blockTime, blockHeight } = meta;
  into.u64(slot);
  into.u64(parentSlot);
  const time = blockTime === undefined ? 0 : BLOCK_HAS.time;
  into.u8(flags | time | (blockHeight === undefined ? 0 : BLOCK_HAS.height));
  into.i64(blockTime ?? 0n);
  into.u64(blockHeight ?? 0n);
  const hash = Buffer.from(blockhash).subarray(0, 255);
  into.u8(hash.length);
  into.bytes(hash);
}

function record(into: ByteWriter, type: number, body: () => void): void {
  into.u8(type);
  const lengthAt = into.length;
  into.u32(0);
  body();
  into.patchU32(into.length - lengthAt - 4, lengthAt);
}
