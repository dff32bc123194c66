import type { Cell, ExportPage } from '../../read/exports/rows.ts';

/** The rows of a page, one at a time. */
export function* rowsOf({ rows, columns }: ExportPage): Generator<Cell[]> {
  for (let row = 0; row < rows; row++) yield columns.map((column) => column[row] ?? null);
}
