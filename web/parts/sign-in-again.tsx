import { useChallenge } from '../data/challenge.ts';
import { failureOf } from '../data/failure.ts';
import { useSession } from '../data/session.ts';
import { signInAgain } from '../data/sign-in.ts';
import { useDoing } from './actions.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SignedText } from './copy-button.tsx';
import { FailureNotice } from './notice.tsx';

export interface SignInAgainProps {
  readonly title: string;
  /** The button's text, a verb. */
  readonly action: string;
  /** The action that needed a recent sign-in. */
  readonly onSignedIn: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks an owner whose sign-in is too old to sign in again, then continues. */
export function SignInAgain({ title, action, onSignedIn, onClose }: SignInAgainProps) {
  const { session } = useSession();
  const { data: challenge, error, refetch } = useChallenge(session?.address);
  const doing = useDoing();
  const confirm = (): void =>
    doing.run(async () => {
      if (challenge === undefined) return;
      try {
        await signInAgain(challenge.message);
        await onSignedIn();
      } catch (cause) {
        // A submitted message cannot be used a second time.
        if (failureOf(cause).kind !== 'unsigned') void refetch();
        throw cause;
      }
    });
  return (
    <ConfirmDialog
      title={title}
      action={action}
      doing={doing}
      onClose={onClose}
      ready={challenge !== undefined}
      waiting="Confirm in your wallet."
      onConfirm={confirm}
    >
      <p>
        You signed in more than ten minutes ago. This credential can manage your account or move value, so
        Launchlens needs to know that it is still you. Your wallet signs a message, which moves nothing.
      </p>
      {challenge !== undefined && <SignedText text={challenge.message} open />}
      {error !== null && <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />}
    </ConfirmDialog>
  );
}
