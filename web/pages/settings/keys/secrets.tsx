import { useEffect, useState } from 'react';
import { endedByOwner, useSession } from '../../../data/session.ts';
import { LeaveGuard } from '../../../parts/leave-dialog.tsx';
import { NewSecret, type Secret } from './new-secret.tsx';

/** Secrets that are shown only once. */
export interface Secrets {
  readonly shown: readonly Secret[];
  readonly add: (secret: Secret) => void;
  readonly drop: (gone: (secret: Secret) => boolean) => void;
}

/** They stay visible when a session expires, and disappear when the owner signs out. */
export function useSecrets(): Secrets {
  const [shown, setShown] = useState<readonly Secret[]>([]);
  const { ending } = useSession();
  useEffect(() => {
    if (endedByOwner(ending)) setShown([]);
  }, [ending]);
  return {
    shown,
    // The next one does not replace one that may not have been copied.
    add: (secret) => setShown((before) => [secret, ...before]),
    drop: (gone) => setShown((before) => before.filter((each) => !gone(each))),
  };
}

export function NewSecrets({ shown, drop }: Pick<Secrets, 'shown' | 'drop'>) {
  return (
    <>
      <LeaveGuard />
      {shown.map((secret) => (
        <NewSecret key={secret.text} secret={secret} onDone={() => drop((each) => each === secret)} />
      ))}
    </>
  );
}
