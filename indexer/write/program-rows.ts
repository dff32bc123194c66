import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { Column } from '../../core/olap/native/layout.ts';
import type { EncodedRows } from '../../core/olap/row-binary.ts';
import { compileDecoder, type Decode } from '../../idl/anchor/decode.ts';
import { defaultColumns } from '../../idl/anchor/default-columns.ts';
import type { ProgramType } from '../../idl/anchor/program.ts';
import { VERSION_COLUMNS } from '../../idl/anchor/program-tables.ts';
import type { RowSink } from '../../idl/anchor/row-sink.ts';
import { compileTranscoder, type Transcode } from '../../idl/anchor/transcode.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { ACCOUNT_VERSIONS } from '../model/tables.ts';
import { type BatchRows, type Numbering, numberRows, type TableRows } from './batch-rows.ts';
import type { CallCodecs } from './call-codecs.ts';
import { CallRows } from './call-rows.ts';
import { TypedTable } from './typed-table.ts';

const { byName } = ACCOUNT_VERSIONS;
/** The columns with which every row begins, in the order of sending. */
const SHARED: readonly Column[] = Object.keys(VERSION_COLUMNS).map(
  (name) => byName[name as keyof typeof VERSION_COLUMNS],
);

/** The reading of one account type, compiled once for a program. */
export interface TypeCodec {
  readonly type: ProgramType;
  readonly transcode: Transcode;
  readonly decode: Decode;
  /** The fields of a row that says that an account ended. */
  readonly none: Buffer;
  readonly columns: EncodedRows['columns'];
}

export function compileTypes(types: readonly ProgramType[]): readonly TypeCodec[] {
  const shared = Object.entries(VERSION_COLUMNS).map(([name, type]) => ({ name, type }));
  return types.map((type) => ({
    type,
    transcode: compileTranscoder(type.layout, type.discriminator.length),
    decode: compileDecoder(type.layout, type.discriminator.length),
    none: defaultColumns(type.layout),
    columns: [...shared, ...type.columns.map(({ name, type: of }) => ({ name, type: of }))],
  }));
}

/** Called with the number of accounts, instructions and events in a batch whose bytes do not decode. */
type OnUndecodable = (rows: number) => void;

/** How everything of a program is read. */
export interface ProgramCodecs {
  readonly types: readonly TypeCodec[];
  readonly calls: CallCodecs;
}

/**
 * The rows of a followed program in one batch: every account, instruction and event as bytes, and those that decode with a
 * column for each field.
 */
export class ProgramRows implements BatchRows {
  readonly #accounts = new ColumnBlock(ACCOUNT_VERSIONS);
  readonly #calls: CallRows;
  readonly #typed: ReadonlyMap<string, TypedRows>;
  readonly #onUndecodable: OnUndecodable;

  constructor({ types, calls }: ProgramCodecs, onUndecodable: OnUndecodable = () => undefined) {
    this.#typed = new Map(types.map((codec) => [codec.type.name, new TypedRows(codec)]));
    this.#calls = new CallRows(calls);
    this.#onUndecodable = onUndecodable;
  }

  get rows(): number {
    return this.#accounts.rows + this.#calls.rows;
  }

  get accountRows(): number {
    return this.#accounts.rows;
  }

  get bytes(): number {
    return this.#accounts.byteLength + this.#calls.bytes;
  }

  addVersions({ accounts }: SlotBuffer): void {
    this.#accounts.appendFrom(accounts);
  }

  addFlows({ calls }: SlotBuffer): void {
    this.#calls.add(calls);
  }

  seal(numbering: Numbering): readonly TableRows[] {
    const accounts = this.#accounts;
    numberRows(accounts, numbering);
    let undecodable = 0;
    for (const typed of this.#typed.values()) typed.clear();
    for (let row = 0; row < accounts.rows; row += 1) {
      const type = this.#typed.get(accounts.bytes(byName.type, row).toString('latin1'));
      if (type && !type.add(accounts, row)) undecodable += 1;
    }
    const calls = this.#calls.seal(numbering, () => {
      undecodable += 1;
    });
    if (undecodable > 0) this.#onUndecodable(undecodable);
    const typed = [...this.#typed.values()].map((one) => one.table);
    return [['account_versions', accounts], ...typed, ...calls];
  }

  clear(): void {
    this.#accounts.clear();
    this.#calls.clear();
    for (const typed of this.#typed.values()) typed.clear();
  }
}

/** The rows of one account type. */
class TypedRows {
  readonly #codec: TypeCodec;
  readonly #rows: TypedTable;

  constructor(codec: TypeCodec) {
    this.#codec = codec;
    this.#rows = new TypedTable(codec.type.versions, codec.columns);
  }

  get table(): TableRows {
    return this.#rows.rows;
  }

  /** Adds the row of an account; false, with the reason in its `undecodable`, if the bytes do not decode. */
  add(accounts: ColumnBlock<keyof typeof byName>, row: number): boolean {
    const { transcode, decode, none } = this.#codec;
    const data = accounts.bytes(byName.data, row);
    const reads = this.#rows.add((sink) => {
      for (const { storage, ...column } of SHARED) {
        sink.copy(accounts.slab, accounts.capacity * column.prefix + row * storage.width, storage.width);
      }
      return accounts.u8(byName.closed, row) === 1 ? copyNone(sink, none) : transcode(data, sink);
    });
    if (reads) return true;
    const found = decode(data);
    if (found.kind === 'undecodable') {
      const reason = Buffer.from(found.reason);
      accounts.setString(byName.undecodable, row, reason);
    }
    return false;
  }

  clear(): void {
    this.#rows.clear();
  }
}

function copyNone(sink: RowSink, none: Buffer): true {
  sink.copy(none, 0, none.length);
  return true;
}
