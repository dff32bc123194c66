/** Rows in ClickHouse's RowBinary format, for tables whose column types column buffers do not hold. */
export interface EncodedRows {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: number;
  /** Must not change until the rows are inserted. */
  readonly bytes: Buffer;
}
