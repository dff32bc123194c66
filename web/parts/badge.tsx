import type { ReactNode } from 'react';
import type { Phase } from '../../schemas/launch-statuses.ts';
import { PHASES } from '../model/phase.ts';

export type Tone = 'plain' | 'good' | 'info' | 'warn' | 'bad';

/** A status as one word. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}

export function PhaseBadge({ phase }: { readonly phase: Phase }) {
  const { label, tone } = PHASES[phase];
  return <Badge tone={tone}>{label}</Badge>;
}
