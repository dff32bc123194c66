import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly name: string;
  readonly number?: boolean;
  /** User text of any length: it wraps. */
  readonly prose?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export interface NumbersTableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Shown instead if there are no rows. */
  readonly none?: ReactNode;
  /** Many narrow rows, for comparison. */
  readonly dense?: boolean;
  /** Whether other rows are about to replace these. */
  readonly busy?: boolean;
  readonly keyOf: (row: Row, index: number) => string;
}

/** A table that scrolls horizontally if the page is narrower. */
export function NumbersTable<Row>(props: NumbersTableProps<Row>) {
  const { caption, columns, rows, keyOf, none, dense = false, busy = false } = props;
  if (none !== undefined && rows.length === 0) return <p className="quiet">{none}</p>;
  const look = ({ number, prose }: Column<Row>): string | undefined =>
    number === true ? 'number' : prose === true ? 'prose' : undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className="table-scroll" aria-label={`Table: ${caption}`} aria-busy={busy} tabIndex={0}>
      <table className="table" data-dense={dense}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={look(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              {columns.map((column) => (
                <td key={column.name} className={look(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
