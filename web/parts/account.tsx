import { useState } from 'react';
import { useConnection } from '../data/connection.ts';
import type { Session } from '../data/session.ts';
import { forgetSession, signOut, useWalletAfterReload } from '../data/sign-in.ts';
import { useUnkept } from '../data/unkept.ts';
import { seconds } from '../model/formats.ts';
import { Button, useClock, useDoing } from './actions.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { Notice } from './notice.tsx';
import { KeyText, Moment } from './values.tsx';

/** The signed-in owner, and signing out. */
export function Account({ session }: { readonly session: Session }) {
  const shown = useConnection()?.account.address;
  useWalletAfterReload();
  const now = useClock(30_000);
  const [ending, setEnding] = useState<End['ending']>('signed_out');
  const { busy, failure, run } = useDoing();
  const leave = (wanted: End['ending']): void => {
    setEnding(wanted);
    run(() => signOut(wanted));
  };
  return (
    <>
      <section className="row row-between account" aria-label="Signed-in account">
        <span className="row">
          <span className="quiet">Signed in as</span>
          <KeyText value={session.address} what="your wallet" />
        </span>
        <span className="row">
          <span className="small quiet">
            ends <Moment time={seconds(session.expiresAt)} now={now} />
          </span>
          <EndButton ending="signed_out" action="Sign out" busy={busy} onLeave={leave} />
        </span>
      </section>
      {failure !== undefined && (
        <Notice tone="bad" title="You are still signed in" urgent>
          <p>
            {failure.message} You are not signed out. If you close this page now, the sign-in lasts until it
            expires.
          </p>
          <div className="row">
            <Button disabled={busy} onClick={() => leave(ending)}>
              Try again
            </Button>
            <Button disabled={busy} onClick={forgetSession}>
              Sign out in this browser only
            </Button>
          </div>
        </Notice>
      )}
      {shown !== undefined && shown !== session.address && (
        <Notice tone="warn" title="Your wallet is connected with another account" urgent>
          <p>
            This page shows the account that signed in, and only that one can sign. The wallet shows{' '}
            <KeyText value={shown} what="the account that the wallet shows" />.
          </p>
          <div>
            <EndButton ending="other_account" action="Sign in with that one" busy={busy} onLeave={leave} />
          </div>
        </Notice>
      )}
    </>
  );
}

interface End {
  readonly ending: 'signed_out' | 'other_account';
}

interface EndButtonProps extends End {
  readonly action: string;
  readonly busy: boolean;
  readonly onLeave: (ending: End['ending']) => void;
}

/** Signs out; asks first if a secret that is shown only once would be lost. */
function EndButton({ ending, action, busy, onLeave }: EndButtonProps) {
  const unkept = useUnkept();
  const [asks, setAsks] = useState(false);
  const leave = (): void => {
    setAsks(false);
    onLeave(ending);
  };
  return (
    <>
      <Button disabled={busy} onClick={() => (unkept === undefined ? leave() : setAsks(true))}>
        {action}
      </Button>
      {asks && unkept !== undefined && (
        <LeaveDialog
          what={unkept}
          action={`${action} without it`}
          onLeave={leave}
          onStay={() => setAsks(false)}
        />
      )}
    </>
  );
}
