import type { ExportField, ExportPage, RowsDigest } from '../../read/exports/rows.ts';

/** A file's metadata, if its format supports any. */
export interface FileFacts {
  readonly fields: readonly ExportField[];
  readonly digest: RowsDigest;
  /** By name. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Writes rows to a file, piece by piece. */
export interface ExportFormat {
  readonly extension: 'csv' | 'ndjson' | 'parquet';
  readonly contentType: string;
  /** How the format writes each kind of value; for the description. */
  readonly description: string;
  write(facts: FileFacts, pages: AsyncIterable<ExportPage>): AsyncIterable<Uint8Array>;
}
