import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { OWNER } from '../data/owner/list.ts';
import { useSession } from '../data/session.ts';
import { Account } from './account.tsx';
import { SignIn, type SignInProps } from './sign-in.tsx';

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
