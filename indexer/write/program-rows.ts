import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { Column } from '../../core/olap/native/layout.ts';
import type { EncodedRows } from '../../core/olap/row-binary.ts';
import { compileDecoder, type Decode } from '../../idl/anchor/decode.ts';
import { defaultColumns } from '../../idl/anchor/default-columns.ts';
import type { ProgramType } from '../../idl/anchor/program.ts';
import { VERSION_COLUMNS } from '../../idl/anchor/program-tables.ts';
import { RowSink } from '../../idl/anchor/row-sink.ts';
import { compileTranscoder, type Transcode } from '../../idl/anchor/transcode.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { ACCOUNT_VERSIONS } from '../model/tables.ts';
import { type BatchRows, type Numbering, numberRows, type TableRows } from './batch-rows.ts';

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

/** Called with the number of accounts in a batch whose bytes do not decode. */
type OnUndecodable = (accounts: number) => void;

/**
 * The rows of a followed program in one batch: every account as bytes, and those that decode with a column for each
 * field.
 */
export class ProgramRows implements BatchRows {
  readonly #accounts = new ColumnBlock(ACCOUNT_VERSIONS);
  readonly #typed: ReadonlyMap<string, TypedRows>;
  readonly #onUndecodable: OnUndecodable;

  constructor(codecs: readonly TypeCodec[], onUndecodable: OnUndecodable = () => undefined) {
    this.#typed = new Map(codecs.map((codec) => [codec.type.name, new TypedRows(codec)]));
    this.#onUndecodable = onUndecodable;
  }

  get rows(): number {
    return this.#accounts.rows;
  }

  get accountRows(): number {
    return this.#accounts.rows;
  }

  get bytes(): number {
    return this.#accounts.byteLength;
  }

  addVersions({ accounts }: SlotBuffer): void {
    this.#accounts.appendFrom(accounts);
  }

  addFlows(): void {
    // What transactions move is not stored.
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
    if (undecodable > 0) this.#onUndecodable(undecodable);
    const typed = [...this.#typed.values()].map((one) => one.table);
    return [['account_versions', accounts], ...typed];
  }

  clear(): void {
    this.#accounts.clear();
    for (const typed of this.#typed.values()) typed.clear();
  }
}

/** The rows of one account type. */
class TypedRows {
  readonly #codec: TypeCodec;
  readonly #sink = new RowSink();
  #rows = 0;

  constructor(codec: TypeCodec) {
    this.#codec = codec;
  }

  get table(): TableRows {
    const bytes = this.#sink.bytes.subarray(0, this.#sink.length);
    return [this.#codec.type.versions, { columns: this.#codec.columns, rows: this.#rows, bytes }];
  }

  /** Adds the row of an account; false, with the reason in its `undecodable`, if the bytes do not decode. */
  add(accounts: ColumnBlock<keyof typeof byName>, row: number): boolean {
    const { transcode, decode, none } = this.#codec;
    const sink = this.#sink;
    const start = sink.length;
    for (const { storage, ...column } of SHARED) {
      sink.copy(accounts.slab, accounts.capacity * column.prefix + row * storage.width, storage.width);
    }
    const data = accounts.bytes(byName.data, row);
    const reads = accounts.u8(byName.closed, row) === 1 ? copyNone(sink, none) : transcode(data, sink);
    if (reads) {
      this.#rows += 1;
      return true;
    }
    sink.length = start;
    const found = decode(data);
    if (found.kind === 'undecodable') {
      const reason = Buffer.from(found.reason);
      accounts.setString(byName.undecodable, row, reason);
    }
    return false;
  }

  clear(): void {
    this.#sink.length = 0;
    this.#rows = 0;
  }
}

function copyNone(sink: RowSink, none: Buffer): true {
  sink.copy(none, 0, none.length);
  return true;
}
