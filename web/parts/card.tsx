import { type ReactNode, useId } from 'react';
import type { Change } from '../model/guardrails/changes.ts';
import { useIsNarrow, useIsPhone } from './media.ts';
import { StackedRows } from './stacked-rows.tsx';
import { type Column, lookOf, TableRow } from './table-row.tsx';

/** A placeholder of the same height while content loads. */
export function Skeleton({ height, width = '100%' }: { readonly height: string; readonly width?: string }) {
  return <span className="skeleton" style={{ height, width }} aria-hidden="true" />;
}

/** Changes: the current value and the next one. */
export function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul className="changes">
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          <span className="change-name">{name}</span>
          <span className="change-values">
            <del>
              <span className="visually-hidden">now </span>
              {before}
            </del>
            <span aria-hidden="true">→</span>
            <ins>
              <span className="visually-hidden">then </span>
              {after}
            </ins>
          </span>
        </li>
      ))}
    </ul>
  );
}

export type { Column };

interface NumbersTableProps<Row> {
  /** What the table shows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Shown instead if there are no rows. */
  readonly none?: ReactNode;
  /** Many narrow rows, for comparison. */
  readonly dense?: boolean;
  /** Every cell matters: where they have no room next to each other, they are below each other with their labels. */
  readonly stacks?: boolean;
  /** Its columns need more than a tablet has: the minor ones are behind details there too. */
  readonly wide?: boolean;
  /** Whether other rows are about to replace these. */
  readonly busy?: boolean;
  readonly keyOf: (row: Row, index: number) => string;
}

/** A table. On a phone it keeps its important columns, and each row opens the others. */
export function NumbersTable<Row>(props: NumbersTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    keyOf,
    none,
    dense = false,
    busy = false,
    stacks = false,
    wide = false,
  } = props;
  const isPhone = useIsPhone();
  const isNarrow = useIsNarrow();
  const hides = (wide ? isNarrow : isPhone) && columns.some(({ minor }) => minor);
  if (none !== undefined && rows.length === 0) return <p className="quiet">{none}</p>;
  if (isNarrow && stacks) return <StackedRows {...{ caption, columns, rows, busy, keyOf }} />;
  const hidden = hides ? columns.filter(({ minor }) => minor) : [];
  const shown = hides ? columns.filter(({ minor }) => !minor) : columns;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
    <section className="table-scroll" aria-label={`Table: ${caption}`} aria-busy={busy} tabIndex={0}>
      <table className="table" data-dense={dense}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {shown.map((column) => (
              <th key={column.name} scope="col" className={lookOf(column)} aria-sort={column.sorted}>
                {column.head ?? column.name}
              </th>
            ))}
            {hides && (
              <th scope="col">
                <span className="visually-hidden">Details</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <TableRow key={keyOf(row, index)} row={row} shown={shown} hidden={hidden} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

export interface CardProps {
  readonly title: string;
  /** A few words next to the title. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page with its own heading. */
export function Card({ title, note, children }: CardProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <div className="card-note">{note}</div>}
      </div>
      {children}
    </section>
  );
}
