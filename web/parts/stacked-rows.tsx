import { Facts } from './facts.tsx';
import type { Column } from './table-row.tsx';

interface StackedRowsProps<Row> {
  readonly caption: string;
  /** The first names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly busy: boolean;
  readonly keyOf: (row: Row, index: number) => string;
}

/** Rows that are compared cell by cell, where they have no room next to each other: one under the other, each cell with its label. */
export function StackedRows<Row>({ caption, columns, rows, busy, keyOf }: StackedRowsProps<Row>) {
  const [title, ...others] = columns;
  return (
    <ul className="stacked" aria-label={caption} aria-busy={busy}>
      {rows.map((row, index) => (
        <li key={keyOf(row, index)}>
          <h3>{title?.cell(row)}</h3>
          <Facts look="pairs" facts={others.map(({ name, cell }) => ({ name, value: cell(row) }))} />
        </li>
      ))}
    </ul>
  );
}
