import type { Stamp } from '../read/model.ts';
import type { AnsweredPage } from './context.ts';

export interface PageParts<Row, Body> {
  readonly stamp: Stamp;
  readonly rows: readonly Row[];
  readonly more: boolean;
  /** The cursor after a row. */
  readonly cursor: (row: Row) => string;
  /** The whole answer, given its `next_cursor`. */
  readonly body: (nextCursor: string | null) => Body;
}

/** One page of a listing, with cursors to continue. */
export function pageAnswer<Row, Body>({
  stamp,
  rows,
  more,
  cursor,
  body,
}: PageParts<Row, Body>): AnsweredPage<Body> {
  const last = rows.at(-1);
  return {
    stamp,
    body: body(more && last !== undefined ? cursor(last) : null),
    cursorAfter: (index) => cursor(rows[index] as Row),
  };
}

/** A page of rows, and whether older ones follow: one more row than the page needs is read. */
export async function newestFirst<Row, Answer>(
  limit: number,
  list: (limit: number) => Promise<readonly Row[]>,
  answer: (row: Row) => Answer,
): Promise<{ results: Answer[]; has_more: boolean }> {
  const found = await list(limit + 1);
  return { results: found.slice(0, limit).map((row) => answer(row)), has_more: found.length > limit };
}
