import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../data/session.ts';
import { Account } from '../parts/account.tsx';
import { Button } from '../parts/actions.tsx';
import { SignIn } from '../parts/sign-in.tsx';

/** The sign-in, which closes once it is done; or who is signed in. */
export function AccountPanel({ onClose }: { readonly onClose: () => void }) {
  const { session } = useSession();
  const began = useRef(session);
  useEffect(() => {
    if (began.current === undefined && session !== undefined) onClose();
    began.current = session;
  }, [session, onClose]);
  return (
    <div className="stack">
      {session === undefined ? (
        <SignIn offers="Your agents and their inbox, your guardrails, your rewards, and your position in a launch." />
      ) : (
        <Account session={session} />
      )}
      <div className="row">
        {session !== undefined && (
          <Link
            className="button button-main"
            to="/wallets/$wallet"
            params={{ wallet: session.address }}
            onClick={onClose}
          >
            View your pledges
          </Link>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}
