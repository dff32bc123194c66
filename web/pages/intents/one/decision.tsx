import { useRef } from 'react';
import { isOpen } from '../../../model/intents.ts';
import { Card } from '../../../parts/card.tsx';
import { HandOff } from './hand-off.tsx';
import { Outcome } from './outcome.tsx';
import type { IntentProps } from './props.ts';
import { Sign, type SignProps } from './sign.tsx';

/** What the owner can do about an intent now, or its outcome. */
export function Decision({ intent, made }: IntentProps & Pick<SignProps, 'made'>) {
  const wasOpen = useRef(false);
  if (!isOpen(intent.status)) return <Outcome intent={intent} afterDecision={wasOpen.current} />;
  wasOpen.current = true;
  if (intent.hand_off !== null) return <HandOff intent={intent} place={intent.hand_off} />;
  return (
    <Card title="Decide">
      <Sign intent={intent} made={made} />
    </Card>
  );
}
