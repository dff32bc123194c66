import type { ReactNode } from 'react';

interface TabsProps {
  readonly label: string;
  /** Links; the one of the part shown has `aria-current`. */
  readonly children: ReactNode;
}

/** The parts of a page, each at an address of its own. */
export function Tabs({ label, children }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {children}
    </nav>
  );
}
