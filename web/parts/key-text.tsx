import { shortKey } from '../model/keys.ts';
import { CopyButton } from './copy-button.tsx';
import { OutsideIcon } from './icons.tsx';

export interface KeyTextProps {
  /** A key or a signature, in base58. */
  readonly value: string;
  /** What it is: "the wallet", "the escrow account". */
  readonly what: string;
  /** Of a public explorer. */
  readonly href?: string | undefined;
  readonly whole?: boolean;
}

/** A key, shortened, with a button that copies it in full. */
export function KeyText({ value, what, href, whole = false }: KeyTextProps) {
  return (
    <span className="key" data-whole={whole}>
      <span title={value}>{whole ? value : shortKey(value)}</span>
      <CopyButton text={value} what={what} />
      {href !== undefined && (
        <a
          className="copy"
          href={href}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={`Open ${what} in the explorer (another site)`}
        >
          <OutsideIcon />
        </a>
      )}
    </span>
  );
}
