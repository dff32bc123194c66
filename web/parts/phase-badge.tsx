import type { Phase } from '../../schemas/launch-statuses.ts';
import { PHASES } from '../model/phase.ts';
import { Badge } from './badge.tsx';

export function PhaseBadge({ phase }: { readonly phase: Phase }) {
  const { label, tone } = PHASES[phase];
  return <Badge tone={tone}>{label}</Badge>;
}
