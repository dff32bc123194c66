import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { failureOf } from '../data/failure.ts';
import { OWNER, type OwnerRows } from '../data/owner/list.ts';
import { useSession } from '../data/session.ts';
import { Account } from './account.tsx';
import { Button } from './actions.tsx';
import { Skeleton } from './card.tsx';
import { FailureNotice } from './notice.tsx';
import { SignIn, type SignInProps } from './sign-in.tsx';

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
          <Button disabled={busy} onClick={older}>
            Show older ones
          </Button>
        </div>
      )}
    </>
  );
}

/** Content for a wallet's owner: a sign-in first, and nothing of it stays after signing out. */
export function OwnersOnly({ offers, children }: SignInProps & { readonly children: ReactNode }) {
  const { session } = useSession();
  const client = useQueryClient();
  useEffect(() => {
    if (session === undefined) client.removeQueries({ queryKey: [OWNER] });
  }, [session, client]);
  if (session === undefined) return <SignIn offers={offers} />;
  return (
    <>
      <Account session={session} />
      {children}
    </>
  );
}
