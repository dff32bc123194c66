import { Copyable } from './copyable.tsx';

export interface SignedTextProps {
  readonly text: string;
  readonly open?: boolean;
  /** Whose wallet it is. */
  readonly by?: string;
}

/** Exactly what a wallet is asked to sign. */
export function SignedText({ text, open = false, by = 'your wallet' }: SignedTextProps) {
  return (
    <details className="signed-text" open={open}>
      <summary>What {by} signs, word for word</summary>
      <Copyable text={text} what="the message" />
    </details>
  );
}
