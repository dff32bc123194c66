import { useChallenge } from '../data/challenge.ts';
import { useConnection } from '../data/connection.ts';
import { failureOf } from '../data/failure.ts';
import { type Ending, useSession } from '../data/session.ts';
import { signIn } from '../data/sign-in.ts';
import { announce, Button, useDoing } from './actions.tsx';
import { Card } from './card.tsx';
import { SignedText } from './copy-button.tsx';
import { FailureNotice, Notice } from './notice.tsx';
import { WalletPicker } from './wallet-picker.tsx';

const ENDINGS: Readonly<Record<Ending, { readonly title: string; readonly text: string }>> = {
  signed_out: { title: 'You are signed out', text: 'Nothing of your account is kept in this browser.' },
  forgotten: {
    title: 'You are signed out in this browser only',
    text: 'Launchlens did not confirm it: the sign-in itself lasts until it expires.',
  },
  expired: { title: 'Your sign-in has ended', text: 'It lasts twelve hours. Sign in again to continue.' },
  refused: { title: 'Your sign-in is no longer valid', text: 'Launchlens refused it. Sign in again.' },
  other_account: {
    title: 'You are signed out',
    text: 'Sign in with the account that your wallet shows now.',
  },
};

export interface SignInProps {
  /** What is behind the sign-in, as a sentence or part of one. */
  readonly offers: string;
}

/** How an owner proves control of a wallet. */
export function SignIn({ offers }: SignInProps) {
  const { ending } = useSession();
  return (
    <div className="narrow">
      {ending !== undefined && (
        <Notice tone="info" title={ENDINGS[ending].title} urgent>
          <p>{ENDINGS[ending].text}</p>
        </Notice>
      )}
      <Card title="Sign in with your wallet">
        <p className="quiet">
          {offers} Your wallet signs a message, which proves that it is yours and moves nothing.
        </p>
        <WalletPicker />
        <SignInStep />
      </Card>
    </div>
  );
}

/** The message, and the button that has the connected wallet sign it. */
export function SignInStep() {
  const connection = useConnection();
  const { busy, failure, run } = useDoing();
  const { data: challenge, error, refetch } = useChallenge(connection?.account.address);
  const missing = error === null ? undefined : failureOf(error);
  const begin = (): void =>
    run(async () => {
      if (connection === undefined || challenge === undefined) return;
      try {
        await signIn(connection, challenge.message);
      } catch (cause) {
        // A submitted message cannot be used a second time.
        if (failureOf(cause).kind !== 'unsigned') void refetch();
        throw cause;
      }
      announce('You are signed in.');
    });
  return (
    <>
      {challenge !== undefined && <SignedText text={challenge.message} open />}
      {missing?.kind === 'not_found' && <SignInElsewhere />}
      {missing !== undefined && missing.kind !== 'not_found' && (
        <FailureNotice failure={missing} onRetry={() => void refetch()} />
      )}
      {failure !== undefined && missing === undefined && <FailureNotice failure={failure} />}
      <div className="row">
        <Button look="main" disabled={challenge === undefined || busy} onClick={begin}>
          Sign in
        </Button>
        {busy && (
          <span className="small quiet" role="status">
            Confirm in your wallet.
          </span>
        )}
      </div>
      <p className="small quiet">Only this tab keeps the sign-in, for at most twelve hours.</p>
    </>
  );
}

/** An operator may use another issuer for sign-ins. */
function SignInElsewhere() {
  return (
    <Notice tone="warn" title="This Launchlens has no sign-in of its own" urgent>
      <p>
        Its operator uses another token issuer, or keeps no accounts here. Ask the operator where to sign in.
      </p>
    </Notice>
  );
}
