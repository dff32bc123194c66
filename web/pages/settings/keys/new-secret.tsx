import { useState } from 'react';
import { useHold } from '../../../data/unkept.ts';
import { Copyable } from '../../../parts/copyable.tsx';
import { useFocusAtFirst } from '../../../parts/focus.ts';

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
export function NewSecret({ secret: { what, label, text }, onDone }: NewSecretProps) {
  const heading = useFocusAtFirst<HTMLHeadingElement>();
  const [copied, setCopied] = useState(false);
  useHold(`The new ${what} of “${label}”`, !copied);
  return (
    <section className="card new-secret" aria-label={`The new ${what}`}>
      <h2 ref={heading} tabIndex={-1}>
        The new {what} of “{label}”
      </h2>
      <p>
        Copy it now, to where your agent keeps its secrets. It is shown this once; Launchlens keeps only its
        hash.
      </p>
      <Copyable text={text} what={`the ${what}`} onCopied={() => setCopied(true)} />
      <div>
        <button type="button" className="button" onClick={onDone}>
          I have kept it
        </button>
      </div>
    </section>
  );
}
