import type { ReactNode } from 'react';
import { failureOf } from '../data/failure.ts';
import type { OwnerRows } from '../data/owner/list.ts';
import { FailureNotice } from './failure-notice.tsx';
import { Skeleton } from './skeleton.tsx';

export interface RowsProps<Row> {
  readonly from: OwnerRows<Row>;
  /** Shown if there are none. */
  readonly none: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** An owner's listing: loading, empty, refused, or longer than shown. */
export function Rows<Row>({ from: { rows, error, busy, older, again }, none, children }: RowsProps<Row>) {
  const failure = error === null ? undefined : failureOf(error);
  return (
    <>
      {failure !== undefined && <FailureNotice failure={failure} onRetry={again} />}
      {rows === undefined && failure === undefined && <Skeleton height="6rem" />}
      {rows?.length === 0 && <p className="quiet">{older === undefined ? none : 'None among the newest.'}</p>}
      {rows !== undefined && rows.length > 0 && children(rows)}
      {older !== undefined && (
        <div>
          <button type="button" className="button" disabled={busy} onClick={older}>
            Show older ones
          </button>
        </div>
      )}
    </>
  );
}
