import { useEffect, useState } from 'react';
import { announce } from './actions.tsx';
import { CheckIcon, CopyIcon } from './icons.tsx';

const SHOWN_MS = 2_000;

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied; "Copy" precedes it. */
  readonly what: string;
  readonly onCopied?: (() => void) | undefined;
}

/** Copies a text, and says so. */
export function CopyButton({ text, what, onCopied }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      onCopied?.();
      announce(`Copied ${what}.`);
    } catch {
      announce(`The browser did not let ${what} be copied.`);
    }
  };
  return (
    <button
      type="button"
      className="copy"
      data-copied={copied}
      aria-label={`Copy ${what}`}
      title={`Copy ${what}`}
      onClick={() => void copy()}
    >
      {copied ? <CheckIcon /> : <CopyIcon />}
    </button>
  );
}

/** A text to copy exactly, with a copy button. */
export function Copyable({ text, what, onCopied }: CopyButtonProps) {
  return (
    <div className="copyable">
      <code onCopy={onCopied}>{text}</code>
      <CopyButton text={text} what={what} onCopied={onCopied} />
    </div>
  );
}

export interface SignedTextProps {
  readonly text: string;
  readonly open?: boolean;
  /** Whose wallet it is. */
  readonly by?: string;
  /** The effect of the signature, if several messages are shown together. */
  readonly to?: string;
}

/** Exactly what a wallet is asked to sign. */
export function SignedText({ text, open = false, by = 'your wallet', to }: SignedTextProps) {
  return (
    <details className="signed-text" open={open}>
      <summary>
        What {by} signs{to !== undefined && ` to ${to}`}, word for word
      </summary>
      <Copyable text={text} what="the message" />
    </details>
  );
}
