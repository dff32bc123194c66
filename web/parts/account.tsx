import { useState } from 'react';
import { useConnection } from '../data/connection.ts';
import { type Ending, endSession, type Session } from '../data/session.ts';
import { useUnkept } from '../data/unkept.ts';
import { seconds } from '../model/times.ts';
import { useClock } from './clock.ts';
import { KeyText } from './key-text.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { Moment } from './moment.tsx';
import { Notice } from './notice.tsx';

/** Who is signed in, and the way out. */
export function Account({ session }: { readonly session: Session }) {
  const shown = useConnection()?.account.address;
  const now = useClock(30_000);
  return (
    <>
      <section className="row row-between account" aria-label="Who is signed in">
        <span className="row">
          <span className="quiet">Signed in as</span>
          <KeyText value={session.address} what="your wallet" />
        </span>
        <span className="row">
          <span className="small quiet">
            ends <Moment time={seconds(session.expiresAt)} now={now} />
          </span>
          <End ending="signed_out" action="Sign out" />
        </span>
      </section>
      {shown !== undefined && shown !== session.address && (
        <Notice tone="warn" title="Your wallet shows another account" urgent>
          <p>
            What is shown here is of the account that signed in, and only that one can sign for it. The wallet
            shows <KeyText value={shown} what="the account that the wallet shows" />.
          </p>
          <div>
            <End ending="other_account" action="Sign in with that one" />
          </div>
        </Notice>
      )}
    </>
  );
}

interface EndProps {
  readonly ending: Ending;
  readonly action: string;
}

/** Ends the sign-in; asks first where something that is shown this once would go with the owner. */
function End({ ending, action }: EndProps) {
  const unkept = useUnkept();
  const [asks, setAsks] = useState(false);
  const leave = (): void => endSession(ending);
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => (unkept === undefined ? leave() : setAsks(true))}
      >
        {action}
      </button>
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
