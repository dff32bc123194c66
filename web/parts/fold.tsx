import { type ReactNode, useState } from 'react';

export interface FoldProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
}

/** Content that is only there while it is open: what nobody sees is not drawn again with every slot. */
export function Fold({ summary, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      {open && children}
    </details>
  );
}
