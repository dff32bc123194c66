import type { BlockMeta, TokenBalance, Transaction, TransactionInstruction } from '../../model/source.ts';
import { type ByteCursor, MalformedRecord } from './byte-cursor.ts';
import { BALANCE_HAS, BLOCK_HAS, PUBKEY_BYTES, SIGNATURE_BYTES, TRANSACTION_IS } from './record.ts';
import type { SnapshotOpening } from './write-record.ts';

export interface SlotOpening {
  readonly meta: BlockMeta;
  /** Number of records that follow. */
  readonly accounts: number;
  readonly transactions: number;
}

/** The body of a snapshot record. */
export function readSnapshotOpening(cursor: ByteCursor): SnapshotOpening {
  const { meta, flags } = readBlock(cursor, BLOCK_HAS.lost);
  const from = cursor.u64();
  const to = cursor.u64();
  const accounts = cursor.u64();
  const cause = cursor.take(cursor.left).toString();
  return { meta, lost: (flags & BLOCK_HAS.lost) === 0 ? undefined : { from, to }, accounts, cause };
}

/** The body of a slot record. */
export function readSlotOpening(cursor: ByteCursor): SlotOpening {
  const { meta } = readBlock(cursor, 0);
  const accounts = cursor.u32();
  const transactions = cursor.u32();
  cursor.end();
  return { meta, accounts, transactions };
}

/** The body of a transaction record; its bytes are views of the cursor's. */
export function readTransaction(cursor: ByteCursor, slot: bigint): Transaction {
  const signature = cursor.take(SIGNATURE_BYTES);
  const flags = knownFlags(cursor.u8(), TRANSACTION_IS.failed | TRANSACTION_IS.placed);
  const place = cursor.u32();
  const accountKeys = times(cursor.u16(), () => cursor.take(PUBKEY_BYTES));
  const emptied = times(cursor.u16(), () => keyAt(accountKeys, cursor.u16()));
  const preTokenBalances = readBalances(cursor);
  const postTokenBalances = readBalances(cursor);
  const instructions = times(cursor.u16(), () => readInstruction(cursor));
  cursor.end();
  const failed = (flags & TRANSACTION_IS.failed) !== 0;
  const index = (flags & TRANSACTION_IS.placed) === 0 ? undefined : place;
  const balances = { preTokenBalances, postTokenBalances };
  return { slot, signature, failed, index, accountKeys, emptied, instructions, ...balances };
}

function keyAt(keys: readonly Uint8Array[], index: number): Uint8Array {
  const key = keys[index];
  if (!key) throw new MalformedRecord(`a transaction has no key ${index}`);
  return key;
}

function readBalances(cursor: ByteCursor): TokenBalance[] {
  return times(cursor.u16(), () => {
    const accountIndex = cursor.u32();
    const mint = cursor.take(PUBKEY_BYTES);
    const owner = knownFlags(cursor.u8(), BALANCE_HAS.owner) === 0 ? undefined : cursor.take(PUBKEY_BYTES);
    return { accountIndex, mint, owner, amount: cursor.u64() };
  });
}

function readInstruction(cursor: ByteCursor): TransactionInstruction {
  const program = cursor.u32();
  const accounts = cursor.take(cursor.u32());
  const data = cursor.take(cursor.u32());
  return { program, accounts, data };
}

function readBlock(cursor: ByteCursor, more: number): { meta: BlockMeta; flags: number } {
  const slot = cursor.u64();
  const parentSlot = cursor.u64();
  const flags = knownFlags(cursor.u8(), BLOCK_HAS.time | BLOCK_HAS.height | more);
  const time = cursor.i64();
  const height = cursor.u64();
  const blockhash = cursor.take(cursor.u8()).toString();
  const blockTime = (flags & BLOCK_HAS.time) === 0 ? undefined : time;
  const blockHeight = (flags & BLOCK_HAS.height) === 0 ? undefined : height;
  return { meta: { slot, parentSlot, blockhash, blockTime, blockHeight }, flags };
}

export function knownFlags(flags: number, known: number): number {
  if ((flags & ~known) !== 0) throw new MalformedRecord(`flags ${flags} are not known`);
  return flags;
}

function times<Item>(count: number, read: () => Item): Item[] {
  const items: Item[] = [];
  for (let done = 0; done < count; done += 1) items.push(read());
  return items;
}
