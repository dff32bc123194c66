import type { ReactNode } from 'react';

export type Tone = 'plain' | 'good' | 'info' | 'warn' | 'bad';

/** A status as one word. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
