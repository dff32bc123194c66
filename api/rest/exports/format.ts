import type { ExportField, ExportPage, RowsDigest } from '../../read/exports/rows.ts';

/** What a file says of itself, where its format has room for it. */
export interface FileFacts {
  readonly fields: readonly ExportField[];
  readonly digest: RowsDigest;
  /** By name. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** A way to write rows to a file, piece by piece. */
export interface ExportFormat {
  readonly extension: 'csv' | 'ndjson' | 'parquet';
  readonly contentType: string;
  /** What the format does with the kinds of values; for the description. */
  readonly description: string;
  write(facts: FileFacts, pages: AsyncIterable<ExportPage>): AsyncIterable<Uint8Array>;
}
