import { CopyButton, type CopyButtonProps } from './copy-button.tsx';

/** A text to copy exactly, with a copy button. */
export function Copyable({ text, what, onCopied }: CopyButtonProps) {
  return (
    <div className="copyable">
      <code onCopy={onCopied}>{text}</code>
      <CopyButton text={text} what={what} onCopied={onCopied} />
    </div>
  );
}
