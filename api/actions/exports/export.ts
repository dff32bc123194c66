import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { NO_ROWS, sameRows, together } from '../../read/exports/csv-line.ts';
import type { ExportField, ExportPage, ExportRows, RowsDigest } from '../../read/exports/rows.ts';
import type { Stamp } from '../../read/model.ts';

/** A listing about to be written to a file. */
export interface Export {
  /** Names the listing in file names and errors, such as `launch-7-pledges`. */
  readonly name: string;
  readonly stamp: Stamp;
  readonly fields: readonly ExportField[];
  readonly digest: RowsDigest;
  /** Every row once, in pages. Fails at the end if their sum differs from the digest. @throws EXPORT_CHANGED */
  pages(signal: AbortSignal): AsyncIterable<ExportPage>;
}

export interface ExportParts {
  readonly name: string;
  readonly stamp: Stamp;
  readonly rows: ExportRows;
}

/** Computes the digest of the rows, which is sent before the first of them. */
export async function openExport({ name, stamp, rows }: ExportParts, signal: AbortSignal): Promise<Export> {
  const digest = await rows.digest(signal);
  return { name, stamp, fields: rows.fields, digest, pages: (ended) => checkedPages(ended) };

  async function* checkedPages(ended: AbortSignal): AsyncGenerator<ExportPage> {
    let sent = NO_ROWS;
    for await (const page of rows.pages(ended)) {
      sent = together(sent, page);
      yield page;
    }
    if (!sameRows(sent, digest)) {
      throw new LaunchlensError('EXPORT_CHANGED', { listing: name, slot: stamp.slot });
    }
  }
}
