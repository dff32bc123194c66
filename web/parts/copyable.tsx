import { CopyButton, type CopyButtonProps } from './copy-button.tsx';

/** A text to take elsewhere, letter by letter, with the button that copies it. */
export function Copyable({ text, what, onCopied }: CopyButtonProps) {
  return (
    <div className="copyable">
      <code onCopy={onCopied}>{text}</code>
      <CopyButton text={text} what={what} onCopied={onCopied} />
    </div>
  );
}
