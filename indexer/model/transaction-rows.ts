import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { BlockLayout, Column } from '../../core/olap/native/layout.ts';
import { INCOMPLETE_TRANSACTIONS, PROGRAM_EVENTS, PROGRAM_INSTRUCTIONS } from './tables.ts';

type ColumnsOf<Layout> = Layout extends BlockLayout<infer Name> ? ColumnBlock<Name> : never;

/** Where something that a transaction did is in its slot. */
export interface TransactionPlace {
  readonly slot: bigint;
  /** Position of the transaction in the block. */
  readonly index: number;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** What an instruction and an event have in common. */
interface CallRow {
  readonly outer: number;
  readonly inner: number;
  readonly type: Uint8Array;
  readonly undecodable: Uint8Array;
  readonly data: Uint8Array;
}

export interface InstructionRow extends CallRow {
  readonly height: number;
  /** 32 bytes each. */
  readonly accounts: Uint8Array;
}

export interface EventRow extends CallRow {
  /** A value of `EVENT_SOURCE`. */
  readonly source: number;
  readonly ordinal: number;
}

/** What a followed program executed and emitted, as rows of bytes. */
export class TransactionRows {
  readonly instructions: ColumnsOf<typeof PROGRAM_INSTRUCTIONS>;
  readonly events: ColumnsOf<typeof PROGRAM_EVENTS>;
  readonly incomplete: ColumnsOf<typeof INCOMPLETE_TRANSACTIONS>;

  constructor(size: { readonly capacity?: number } = {}) {
    this.instructions = new ColumnBlock(PROGRAM_INSTRUCTIONS, size);
    this.events = new ColumnBlock(PROGRAM_EVENTS, size);
    this.incomplete = new ColumnBlock(INCOMPLETE_TRANSACTIONS, size);
  }

  get rows(): number {
    return this.instructions.rows + this.events.rows + this.incomplete.rows;
  }

  get byteLength(): number {
    return this.instructions.byteLength + this.events.byteLength + this.incomplete.byteLength;
  }

  /** The blocks by table. */
  get blocks() {
    return [
      ['program_instructions', this.instructions],
      ['program_events', this.events],
      ['incomplete_transactions', this.incomplete],
    ] as const;
  }

  addInstruction(place: TransactionPlace, one: InstructionRow): void {
    const [block, { byName }] = [this.instructions, PROGRAM_INSTRUCTIONS];
    const row = addCall(block, byName, place, one);
    block.setU32(byName.stack_height, row, one.height);
    block.setString(byName.accounts, row, one.accounts);
  }

  addEvent(place: TransactionPlace, one: EventRow): void {
    const [block, { byName }] = [this.events, PROGRAM_EVENTS];
    const row = addCall(block, byName, place, one);
    block.setU8(byName.source, row, one.source);
    block.setU32(byName.event_index, row, one.ordinal);
  }

  /** @param reason What the node did not keep */
  addIncomplete(place: TransactionPlace, reason: string): void {
    const row = this.incomplete.addRow();
    setPlace(this.incomplete, INCOMPLETE_TRANSACTIONS.byName, row, place);
    this.incomplete.setString(INCOMPLETE_TRANSACTIONS.byName.reason, row, Buffer.from(reason));
  }

  appendFrom({ instructions, events, incomplete }: TransactionRows): void {
    this.instructions.appendFrom(instructions);
    this.events.appendFrom(events);
    this.incomplete.appendFrom(incomplete);
  }

  /** Sets the time of all rows to that of the slot's block, in Unix seconds. */
  setBlockTime(time: bigint | undefined): void {
    for (const [, block] of this.blocks) setTimes(block, block.layout.byName.block_time, time);
  }

  clear(): void {
    for (const [, block] of this.blocks) block.clear();
  }
}

type PlaceColumns = Readonly<Record<'slot' | 'transaction_index' | 'signature', Column>>;

function setPlace(block: ColumnBlock, columns: PlaceColumns, row: number, place: TransactionPlace): void {
  block.setI64(columns.slot, row, place.slot);
  block.setU32(columns.transaction_index, row, place.index);
  block.setBytes(columns.signature, row, place.signature);
}

type CallColumns = PlaceColumns &
  Readonly<Record<'instruction_index' | 'inner_index' | 'type' | 'undecodable' | 'data', Column>>;

function addCall(block: ColumnBlock, columns: CallColumns, place: TransactionPlace, one: CallRow): number {
  const row = block.addRow();
  setPlace(block, columns, row, place);
  block.setU32(columns.instruction_index, row, one.outer);
  block.setU32(columns.inner_index, row, one.inner);
  block.setString(columns.type, row, one.type);
  block.setString(columns.undecodable, row, one.undecodable);
  block.setString(columns.data, row, one.data);
  return row;
}

export function setTimes(block: ColumnBlock, column: Column, time: bigint | undefined): void {
  for (let row = 0; row < block.rows; row += 1) {
    if (time === undefined) block.setNull(column, row);
    else block.setI64(column, row, time);
  }
}
