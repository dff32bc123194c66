import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { BlockLayout } from '../../core/olap/native/layout.ts';
import { AddressIndex } from './address-index.ts';
import { SlotClosures } from './slot-closures.ts';
import { type AccountView, LAMPORTS_AT, SLOT_AT, WRITE_VERSION_AT } from './source.ts';
import {
  ACCOUNT_VERSIONS,
  ESCROW_FLOWS,
  LAUNCH_VERSIONS,
  MINT_VERSIONS,
  PLEDGE_VERSIONS,
  QUARANTINE,
  TOKEN_ACCOUNT_VERSIONS,
  TREASURY_TRANSFERS,
} from './tables.ts';
import { setTimes, TransactionRows } from './transaction-rows.ts';
import { type AccountWords, viewOf, wordsOf } from './words.ts';

/** What an account is: the table of its row. */
export const KIND = { launch: 0, pledge: 1, tokenAccount: 2, mint: 3, quarantine: 4, account: 5 } as const;
export type Kind = (typeof KIND)[keyof typeof KIND];

/** Bits of an index value for the kind; the rest is the row. */
const KIND_BITS = 3;
const NO_ROW = -1;

/** A slot's write of an account. */
export interface HeldWrite {
  readonly closed: boolean;
  readonly writeVersion: bigint;
  /** The transaction that wrote it; undefined if unknown. */
  readonly signature: Uint8Array | undefined;
}

type ColumnsOf<Layout> = Layout extends BlockLayout<infer Name> ? ColumnBlock<Name> : never;

/** Where the columns shared by all account tables start in their blocks (see `Column.prefix`). */
const { slot: SLOT, write_version: WRITE_VERSION } = QUARANTINE.byName;
const { closed: CLOSED, lamports: LAMPORTS, signature: SIGNATURE } = LAUNCH_VERSIONS.byName;
const { lamports: RAW_LAMPORTS, signature: RAW_SIGNATURE } = QUARANTINE.byName;

/**
 * The account writes of one slot as columns. Of several writes to one account the greatest write version wins, in
 * any order and across tables, so an account has at most one row. Also holds the movements of tokens in or out of
 * escrows and out of the treasury, once per transaction.
 */
export class SlotBuffer {
  readonly launches: ColumnsOf<typeof LAUNCH_VERSIONS> = new ColumnBlock(LAUNCH_VERSIONS);
  readonly pledges: ColumnsOf<typeof PLEDGE_VERSIONS> = new ColumnBlock(PLEDGE_VERSIONS);
  readonly tokenAccounts: ColumnsOf<typeof TOKEN_ACCOUNT_VERSIONS> = new ColumnBlock(TOKEN_ACCOUNT_VERSIONS);
  readonly mints: ColumnsOf<typeof MINT_VERSIONS> = new ColumnBlock(MINT_VERSIONS);
  readonly quarantine: ColumnsOf<typeof QUARANTINE> = new ColumnBlock(QUARANTINE);
  /** The accounts of a followed program. */
  readonly accounts: ColumnsOf<typeof ACCOUNT_VERSIONS> = new ColumnBlock(ACCOUNT_VERSIONS, { capacity: 8 });
  readonly escrowFlows: ColumnsOf<typeof ESCROW_FLOWS> = new ColumnBlock(ESCROW_FLOWS, { capacity: 8 });
  readonly treasuryTransfers: ColumnsOf<typeof TREASURY_TRANSFERS> = new ColumnBlock(TREASURY_TRANSFERS, {
    capacity: 8,
  });
  /** What a followed program executed and emitted. */
  readonly calls: TransactionRows = new TransactionRows({ capacity: 8 });
  /** What the slot's transactions show about accounts that ceased to exist. */
  readonly closures: SlotClosures = new SlotClosures();
  readonly #blocks = [
    this.launches,
    this.pledges,
    this.tokenAccounts,
    this.mints,
    this.quarantine,
    this.accounts,
  ] as const;
  readonly #index = new AddressIndex();
  /** Signatures of the transactions held, as bytes in strings. */
  readonly #transactions = new Set<string>();
  #generation = 0;
  /** Milliseconds at which the slot's first update arrived. */
  openedAt = 0;

  /** Increases with every `reset`: shows holders of related data that the buffer now has another slot. */
  get generation(): number {
    return this.#generation;
  }

  /** Accounts held, of all kinds, movements of tokens, and what a followed program executed and emitted. */
  get rows(): number {
    return this.#index.size + this.movements + this.calls.rows;
  }

  /** Movements of tokens held. */
  get movements(): number {
    return this.escrowFlows.rows + this.treasuryTransfers.rows;
  }

  /** Registers a transaction that is about to be written; false if it is already held. */
  addTransaction(signature: Uint8Array): boolean {
    const key = Buffer.from(signature.buffer, signature.byteOffset, signature.length).toString('latin1');
    if (this.#transactions.has(key)) return false;
    this.#transactions.add(key);
    return true;
  }

  /** The held write of an account; undefined if the slot has none. */
  write(address: Uint8Array): HeldWrite | undefined {
    const value = this.#index.find(viewOf(address), 0);
    if (value < 0) return undefined;
    const kind = (value & (2 ** KIND_BITS - 1)) as Kind;
    const row = value >> KIND_BITS;
    const block = this.#blocks[kind];
    const writeVersion = block.u64(WRITE_VERSION, row);
    const raw = kind === KIND.quarantine;
    const signature = block.bytes(raw ? RAW_SIGNATURE : SIGNATURE, row);
    return {
      closed: raw ? block.u64(RAW_LAMPORTS, row) === 0n : block.u8(CLOSED, row) === 1,
      writeVersion,
      signature: signature.some((byte) => byte !== 0) ? signature : undefined,
    };
  }

  /** Sets every movement's time to that of the slot's block, in Unix seconds. */
  setBlockTime(blockTime: bigint | undefined): void {
    setTimes(this.escrowFlows, ESCROW_FLOWS.byName.block_time, blockTime);
    setTimes(this.treasuryTransfers, TREASURY_TRANSFERS.byName.block_time, blockTime);
    this.calls.setBlockTime(blockTime);
  }

  /**
   * The row for an account of this kind, or -1 if an equal or newer write of it is already held. Address, slot,
   * write version, lamports and signature are written here, `closed` is 0. The caller must write every other
   * column of the kind, because the row may contain an older write.
   */
  row(kind: Kind, view: AccountView): number {
    const words = wordsOf(view);
    const entry = this.#index.entry(words.bytes, view.pubkeyAt);
    const value = this.#index.value(entry);
    let row = value >> KIND_BITS;
    if (value < 0) {
      row = this.#addRow(kind, entry);
    } else {
      const held = (value & (2 ** KIND_BITS - 1)) as Kind;
      if (!this.#isNewer(words.numbers, held, row)) return NO_ROW;
      if (held !== kind) {
        this.#removeRow(held, row);
        row = this.#addRow(kind, entry);
      }
    }
    this.#writeShared(kind, row, view, words);
    return row;
  }

  /** Like `row`, for an account that ceased to exist: every column not named above is zero, `closed` is 1. */
  closedRow(kind: Exclude<Kind, typeof KIND.quarantine>, view: AccountView): number {
    const row = this.row(kind, view);
    if (row === NO_ROW) return NO_ROW;
    const block = this.#blocks[kind];
    block.clearRow(row);
    this.#writeShared(kind, row, view, wordsOf(view));
    block.setU8(CLOSED, row, 1);
    return row;
  }

  /** Removes all rows and keeps the buffers for the next slot. */
  reset(): void {
    for (const block of this.#blocks) block.clear();
    this.#index.clear();
    this.escrowFlows.clear();
    this.treasuryTransfers.clear();
    this.calls.clear();
    this.closures.clear();
    this.#transactions.clear();
    this.#generation += 1;
  }

  #addRow(kind: Kind, entry: number): number {
    const row = this.#blocks[kind].claimRow();
    this.#index.setValue(entry, (row << KIND_BITS) | kind);
    return row;
  }

  #removeRow(kind: Kind, row: number): void {
    const block = this.#blocks[kind];
    block.removeRow(row);
    if (row === block.rows) return;
    const moved = this.#index.entry(block.view, row * 32);
    this.#index.setValue(moved, (row << KIND_BITS) | kind);
  }

  #isNewer(numbers: DataView, kind: Kind, row: number): boolean {
    const { view, capacity } = this.#blocks[kind];
    const held = capacity * WRITE_VERSION.prefix + row * 8;
    const high = numbers.getUint32(WRITE_VERSION_AT + 4, true);
    const heldHigh = view.getUint32(held + 4, true);
    if (high !== heldHigh) return high > heldHigh;
    return numbers.getUint32(WRITE_VERSION_AT, true) > view.getUint32(held, true);
  }

  #writeShared(kind: Kind, row: number, account: AccountView, { bytes, numbers }: AccountWords): void {
    const { words, capacity, slab } = this.#blocks[kind];
    const eighth = capacity >>> 3;
    fillWords(words, row * 4, bytes, account.pubkeyAt, 4);
    words[eighth * SLOT.prefix + row] = numbers.getBigUint64(SLOT_AT, true);
    words[eighth * WRITE_VERSION.prefix + row] = numbers.getBigUint64(WRITE_VERSION_AT, true);
    if (kind === KIND.quarantine) return;
    slab[capacity * CLOSED.prefix + row] = 0;
    words[eighth * LAMPORTS.prefix + row] = numbers.getBigUint64(LAMPORTS_AT, true);
    const signature = eighth * SIGNATURE.prefix + row * 8;
    if (account.signatureAt >= 0) fillWords(words, signature, bytes, account.signatureAt, 8);
    else words.fill(0n, signature, signature + 8);
  }
}

function fillWords(to: BigUint64Array, into: number, from: DataView, at: number, count: number): void {
  for (let word = 0; word < count; word += 1) to[into + word] = from.getBigUint64(at + word * 8, true);
}
