import { useEffect, useState } from 'react';
import { endedByOwner, useSession } from '../../../data/session.ts';
import { useHold } from '../../../data/unkept.ts';
import { Button, useFocusAtFirst } from '../../../parts/actions.tsx';
import { Copyable } from '../../../parts/copy-button.tsx';
import { LeaveGuard } from '../../../parts/leave-dialog.tsx';

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

export interface Secret {
  readonly what: 'key' | 'token';
  readonly label: string;
  readonly text: string;
}

export interface NewSecretProps {
  readonly secret: Secret;
  readonly onDone: () => void;
}

/** A secret, shown only once: it is stored nowhere, and gone with this part of the page. */
function NewSecret({ secret: { what, label, text }, onDone }: NewSecretProps) {
  const heading = useFocusAtFirst<HTMLHeadingElement>();
  const [copied, setCopied] = useState(false);
  useHold(`The new ${what} of “${label}”`, !copied);
  return (
    <section className="card new-secret" aria-label={`The new ${what}`}>
      <h2 ref={heading} tabIndex={-1}>
        The new {what} of “{label}”
      </h2>
      <p>
        Copy it now, to where your agent keeps its secrets. It is shown only once; Launchlens keeps only its
        hash.
      </p>
      <Copyable text={text} what={`the ${what}`} onCopied={() => setCopied(true)} />
      <div>
        <Button onClick={onDone}>I’ve saved it</Button>
      </div>
    </section>
  );
}
