import { Copyable } from './copyable.tsx';

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
