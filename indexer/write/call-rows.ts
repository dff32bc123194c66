import type { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { Column } from '../../core/olap/native/layout.ts';
import type { RowSink } from '../../idl/anchor/row-sink.ts';
import { EVENT_COLUMNS, INSTRUCTION_PLACE, OF_TRANSACTION } from '../../idl/anchor/transaction-columns.ts';
import { PROGRAM_EVENTS, PROGRAM_INSTRUCTIONS } from '../model/tables.ts';
import { TransactionRows } from '../model/transaction-rows.ts';
import { type Numbering, numberRows, type TableRows } from './batch-rows.ts';
import type { CallCodec, CallCodecs } from './call-codecs.ts';
import { TypedTable } from './typed-table.ts';

/** Columns with which typed rows begin, in the order of sending. */
const INSTRUCTION_START = Object.keys({ ...INSTRUCTION_PLACE, ...OF_TRANSACTION }).map(
  (name) => PROGRAM_INSTRUCTIONS.byName[name as keyof typeof INSTRUCTION_PLACE],
);
const EVENT_START = Object.keys(EVENT_COLUMNS).map(
  (name) => PROGRAM_EVENTS.byName[name as keyof typeof EVENT_COLUMNS],
);
const KEY_BYTES = 32;

/** What a program executed and emitted in one batch: all of it as bytes, and what decodes with a column for each field. */
export class CallRows {
  readonly #raw = new TransactionRows();
  readonly #codecs: CallCodecs;
  readonly #tables = new Map<CallCodec, TypedTable>();

  constructor(codecs: CallCodecs) {
    this.#codecs = codecs;
  }

  get rows(): number {
    return this.#raw.rows;
  }

  get bytes(): number {
    return this.#raw.byteLength;
  }

  add(rows: TransactionRows): void {
    this.#raw.appendFrom(rows);
  }

  /** Numbers the rows and returns them by table. @param onUndecodable Called for each that does not decode */
  seal(numbering: Numbering, onUndecodable: () => void): readonly TableRows[] {
    const { blocks, instructions, events } = this.#raw;
    for (const [, block] of blocks) numberRows(block, numbering);
    for (const table of this.#tables.values()) table.clear();
    for (let row = 0; row < instructions.rows; row += 1) {
      if (!this.#addInstruction(row)) onUndecodable();
    }
    for (let row = 0; row < events.rows; row += 1) if (!this.#addEvent(row)) onUndecodable();
    return [...blocks, ...[...this.#tables.values()].map((table) => table.rows)];
  }

  clear(): void {
    this.#raw.clear();
    for (const table of this.#tables.values()) table.clear();
  }

  /** False, with the reason in its `undecodable`, if an instruction that the IDL names does not decode. */
  #addInstruction(row: number): boolean {
    const [block, { byName }] = [this.#raw.instructions, PROGRAM_INSTRUCTIONS];
    const codec = this.#codecs.instruction.get(block.bytes(byName.type, row).toString('latin1'));
    if (!codec) return true;
    const [data, accounts] = [block.bytes(byName.data, row), block.bytes(byName.accounts, row)];
    const given = accounts.length / KEY_BYTES;
    const needed = codec.optional.findLastIndex((optional) => !optional) + 1;
    if (given < needed) {
      const reason = `The instruction has ${given} accounts, and the IDL names ${codec.optional.length}.`;
      block.setString(byName.undecodable, row, Buffer.from(reason));
      return false;
    }
    const written = this.#tableOf(codec).add((sink) => {
      copyStart(sink, block, INSTRUCTION_START, row);
      this.#copyAccounts(sink, codec, accounts);
      return codec.transcode(data, sink);
    });
    return written || refuse(codec, data, (reason) => block.setString(byName.undecodable, row, reason));
  }

  #addEvent(row: number): boolean {
    const [block, { byName }] = [this.#raw.events, PROGRAM_EVENTS];
    const codec = this.#codecs.event.get(block.bytes(byName.type, row).toString('latin1'));
    if (!codec) return true;
    const data = block.bytes(byName.data, row);
    const written = this.#tableOf(codec).add((sink) => {
      copyStart(sink, block, EVENT_START, row);
      return codec.transcode(data, sink);
    });
    return written || refuse(codec, data, (reason) => block.setString(byName.undecodable, row, reason));
  }

  /** First those that the IDL does not name. */
  #copyAccounts(sink: RowSink, { optional }: CallCodec, accounts: Buffer): void {
    const named = optional.length * KEY_BYTES;
    const remaining = Math.max(0, accounts.length - named);
    sink.varuint(remaining / KEY_BYTES);
    sink.copy(accounts, named, remaining);
    for (const [at, mayMiss] of optional.entries()) {
      const start = at * KEY_BYTES;
      const key = accounts.subarray(start, start + KEY_BYTES);
      const missing = key.length === 0 || (mayMiss && key.equals(this.#codecs.programId));
      sink.byte(missing ? 1 : 0);
      if (!missing) sink.copy(accounts, start, KEY_BYTES);
    }
  }

  #tableOf(codec: CallCodec): TypedTable {
    const known = this.#tables.get(codec) ?? new TypedTable(codec.table, codec.columns);
    this.#tables.set(codec, known);
    return known;
  }
}

function copyStart(sink: RowSink, block: ColumnBlock, columns: readonly Column[], row: number): void {
  for (const column of columns) {
    const { width, nullable } = column.storage;
    const isNull = nullable && block.isNull(column, row);
    if (nullable) sink.byte(isNull ? 1 : 0);
    if (!isNull) sink.copy(block.slab, block.at(column, row), width);
  }
}

function refuse(codec: CallCodec, data: Buffer, say: (reason: Buffer) => void): false {
  const found = codec.decode(data);
  if (found.kind === 'undecodable') say(Buffer.from(found.reason));
  return false;
}
