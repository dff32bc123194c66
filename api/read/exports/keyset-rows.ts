import { z } from 'zod';
import { type OlapLane, type SqlParameters, unsignedColumn } from '../../../core/olap/port.ts';
import { askAt } from '../history/query.ts';
import type { Stamp } from '../model.ts';
import type { ExportField, ExportPage, ExportRows, RowsDigest } from './rows.ts';

/** A listing that ClickHouse reads page by page, each from the key after the last. */
export interface KeysetListing<Position> {
  readonly fields: readonly ExportField[];
  /** Gives `row_count` and `line_sum` of all rows. */
  readonly digestSql: string;
  /** Gives `row_count`, `line_sum`, `last_key` and `lines`, the CSV lines of one page. */
  readonly rowsSql: string;
  readonly parameters: SqlParameters;
  readonly position: z.ZodType<Position>;
  /** The parameters for the start of a page. */
  readonly after: (position: Position | undefined) => SqlParameters;
}

export interface ExportBounds {
  readonly lane: OlapLane;
  readonly stamp: Stamp;
  /** Rows of one page. */
  readonly pageRows: number;
}

const count = unsignedColumn.transform(Number);
const digestRow = z
  .object({ row_count: count, line_sum: unsignedColumn })
  .transform((row): RowsDigest => ({ rows: row.row_count, sum: row.line_sum }));

/** The rows of a listing. No connection stays open between pages, so a slow reader blocks nobody. */
export function keysetRows<Position>(
  { lane, stamp, pageRows }: ExportBounds,
  listing: KeysetListing<Position>,
): ExportRows {
  const { fields, digestSql, rowsSql, parameters } = listing;
  const pageRow = z.object({
    row_count: count,
    line_sum: unsignedColumn,
    last_key: listing.position,
    lines: z.string(),
  });

  async function* pages(signal: AbortSignal): AsyncGenerator<ExportPage> {
    const ask = askAt(lane, stamp, signal);
    let after: Position | undefined;
    for (;;) {
      const bound = { ...parameters, ...listing.after(after), limit: pageRows };
      const [row] = await ask(rowsSql, bound, pageRow);
      if (row === undefined || row.row_count === 0) return;
      yield { rows: row.row_count, sum: row.line_sum, lines: row.lines };
      if (row.row_count < pageRows) return;
      after = row.last_key;
    }
  }

  return {
    fields,
    digest: async (signal) => {
      const [digest] = await askAt(lane, stamp, signal)(digestSql, parameters, digestRow);
      return digest ?? { rows: 0, sum: 0n };
    },
    pages,
  };
}
