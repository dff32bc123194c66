import { INTENT_WORDS, type IntentStatus } from '../../model/intents.ts';
import { Badge } from '../../parts/badge.tsx';

export function IntentBadge({ status }: { readonly status: IntentStatus }) {
  const { label, tone } = INTENT_WORDS[status];
  return <Badge tone={tone}>{label}</Badge>;
}
