import { type ReactNode, useId, useState } from 'react';
import { Facts } from './facts.tsx';
import { MoreIcon } from './icons.tsx';

export interface Column<Row> {
  readonly name: string;
  /** The heading, if it is more than the name; and how the rows are sorted by it. */
  readonly head?: ReactNode;
  readonly sorted?: 'ascending' | 'descending' | undefined;
  readonly number?: boolean;
  /** User text of any length: it wraps. */
  readonly prose?: boolean;
  /** Behind the details of a row on a phone. */
  readonly minor?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

export function lookOf<Row>({ number, prose }: Column<Row>): string | undefined {
  return number === true ? 'number' : prose === true ? 'prose' : undefined;
}

interface TableRowProps<Row> {
  readonly row: Row;
  readonly shown: readonly Column<Row>[];
  /** Columns without room, behind a button. */
  readonly hidden: readonly Column<Row>[];
}

/** A row of a table, and below it what has no room in it, once that was asked for. */
export function TableRow<Row>({ row, shown, hidden }: TableRowProps<Row>) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <tr>
        {shown.map((column) => (
          <td key={column.name} className={lookOf(column)}>
            {column.cell(row)}
          </td>
        ))}
        {hidden.length > 0 && (
          <td className="opens">
            <button
              type="button"
              className="button button-plain"
              aria-label="Details"
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              <MoreIcon />
            </button>
          </td>
        )}
      </tr>
      {hidden.length > 0 && (
        <tr id={id} hidden={!open}>
          {open && (
            <td colSpan={shown.length + 1}>
              <Facts look="pairs" facts={hidden.map(({ name, cell }) => ({ name, value: cell(row) }))} />
            </td>
          )}
        </tr>
      )}
    </>
  );
}
