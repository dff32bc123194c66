import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { grouped, seconds } from '../../../model/formats.ts';
import { INTENT_WORDS, launchOf } from '../../../model/intents.ts';
import { Card } from '../../../parts/card.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { KeyText, Moment } from '../../../parts/values.tsx';
import type { IntentProps } from '../title.tsx';

export interface OutcomeProps extends IntentProps {
  /** It replaces the buttons that decided, and takes over their focus. */
  readonly afterDecision: boolean;
}

/** The outcome of an intent, with a link to the transaction on chain. */
export function Outcome({ intent, afterDecision }: OutcomeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (afterDecision && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
  }, [afterDecision]);
  const { status, signature, slot, reason, closed_at: closed } = intent;
  const facts: Fact[] = [];
  if (slot !== null)
    facts.push({ name: status === 'failed' ? 'Failed in slot' : 'Executed in slot', value: grouped(slot) });
  if (signature !== null) {
    facts.push({ name: 'Signature', value: <KeyText value={signature} what="the signature" /> });
  }
  if (closed !== null) facts.push({ name: 'When', value: <Moment time={seconds(closed)} /> });
  return (
    <div className="outcome" data-tone={INTENT_WORDS[status].tone} ref={place} tabIndex={-1}>
      <Card title={TITLES[status]}>
        <div className="stack" aria-live="polite">
          {status === 'submitted' && <Waiting />}
          {status !== 'submitted' && (
            <p className="reason">{reason === null ? INTENT_WORDS[status].meaning : sentence(reason)}</p>
          )}
        </div>
        {facts.length > 0 && <Facts look="pairs" facts={facts} />}
        {status === 'confirmed' && slot !== null && <SeeIt intent={intent} slot={slot} />}
      </Card>
    </div>
  );
}

const TITLES = {
  proposed: 'Decide',
  approved: 'Decide',
  submitted: 'On its way',
  confirmed: 'Done',
  failed: 'Failed',
  rejected: 'You rejected it',
  expired: 'Expired',
} as const;

/** Reasons arrive as parts of sentences. */
const sentence = (reason: string): string =>
  `${reason.charAt(0).toUpperCase()}${reason.slice(1)}${/[.!?]$/.test(reason) ? '' : '.'}`;

function SeeIt({ intent, slot }: IntentProps & { readonly slot: bigint }) {
  const launchId = launchOf(intent);
  if (launchId === undefined) return null;
  return (
    <div>
      <Link
        className="button button-main"
        to="/launches/$launchId"
        params={{ launchId }}
        search={{ slot: slot.toString(), wallet: intent.owner }}
      >
        View launch {launchId} at slot {grouped(slot)}
      </Link>
    </div>
  );
}

/** The steps between sending and the outcome, in order. */
function Waiting() {
  return (
    <>
      <p>The node has your signed transaction and resends it while it can land.</p>
      <ol className="way">
        <li data-done="true">Signed and sent</li>
        <li data-done="false">The chain executes it</li>
        <li data-done="false">Indexed</li>
      </ol>
      <p className="small quiet">This takes seconds. You can close the page.</p>
    </>
  );
}
