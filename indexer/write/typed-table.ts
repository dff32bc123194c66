import type { EncodedRows } from '../../core/olap/row-binary.ts';
import { RowSink } from '../../idl/anchor/row-sink.ts';
import type { TableRows } from './batch-rows.ts';

/** The rows of one table whose columns come from an IDL, in one batch. */
export class TypedTable {
  readonly #table: string;
  readonly #columns: EncodedRows['columns'];
  #sink: RowSink | undefined;
  #rows = 0;

  constructor(table: string, columns: EncodedRows['columns']) {
    this.#table = table;
    this.#columns = columns;
  }

  get rows(): TableRows {
    const bytes = this.#sink?.bytes.subarray(0, this.#sink.length) ?? Buffer.alloc(0);
    return [this.#table, { columns: this.#columns, rows: this.#rows, bytes }];
  }

  /** Adds a row that `write` writes; nothing if it gives up. */
  add(write: (into: RowSink) => boolean): boolean {
    // Most tables of a large program get no rows in a batch.
    this.#sink ??= new RowSink();
    const start = this.#sink.length;
    if (write(this.#sink)) {
      this.#rows += 1;
      return true;
    }
    this.#sink.length = start;
    return false;
  }

  clear(): void {
    if (this.#sink) this.#sink.length = 0;
    this.#rows = 0;
  }
}
