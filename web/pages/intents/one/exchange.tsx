import type { ReactNode } from 'react';
import type { IntentDetail, PlannedAmount, PlanTerms } from '../../../data/owner/intent-shapes.ts';
import { calendar, percent, seconds } from '../../../model/formats.ts';
import { isOpen } from '../../../model/intents.ts';
import { Card } from '../../../parts/card.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { Amount, KeyText } from '../../../parts/values.tsx';
import type { IntentProps } from '../title.tsx';

/** What its plan said about the exchange: what is given and received, at which cost, and who enforces it. */
export function Exchange({ intent }: IntentProps) {
  const { plan_terms: terms } = intent;
  if (terms === null) return null;
  return (
    <Card title="What you give and receive" note={noteOf(intent)}>
      <Facts look="pairs" facts={factsOf(terms, intent)} />
    </Card>
  );
}

function noteOf({ plan_terms: terms, status }: IntentDetail): string | undefined {
  if (terms?.route === null) return undefined;
  return isOpen(status) ? 'As quoted when it was proposed' : 'As quoted then';
}

function factsOf(terms: PlanTerms, intent: IntentDetail): readonly Fact[] {
  const { gives, receives, route } = terms;
  return [
    { name: 'You give', value: <Amounts amounts={gives} none="nothing" /> },
    { name: 'You receive', value: <Amounts amounts={receives} none="nothing with this transaction" /> },
    ...(route === null ? [] : venueFacts(terms, intent, route)),
  ];
}

function venueFacts(terms: PlanTerms, intent: IntentDetail, route: Route): readonly Fact[] {
  const { minimum_out: minimum, price_impact_bps: impact, fees, slippage_bps: slippage } = terms;
  return [
    { name: 'At least', value: <Minimum minimum={minimum} intent={intent} venue={route.venue} /> },
    { name: 'Price impact', value: impact === null ? UNKNOWN : percent(BigInt(impact)) },
    { name: 'Fees of the venue', value: <Amounts amounts={fees} none="none" /> },
    ...(slippage === null ? [] : [{ name: 'Slippage allowed', value: percent(BigInt(slippage)) }]),
    { name: 'Venue', value: route.label === null ? route.venue : `${route.venue}, ${route.label}` },
    ...(route.expires_at === null
      ? []
      : [{ name: 'Quote valid until', value: calendar(seconds(route.expires_at)) }]),
  ];
}

type Route = NonNullable<PlanTerms['route']>;

const UNKNOWN = 'unknown: the venue does not say';

interface MinimumProps {
  readonly minimum: PlannedAmount | null;
  readonly intent: IntentDetail;
  readonly venue: string;
}

/** The least that comes in, and by what it is enforced. */
function Minimum({ minimum, intent, venue }: MinimumProps): ReactNode {
  if (minimum === null) return 'no minimum is enforced';
  return (
    <>
      <Planned amount={minimum} />
      <span className="fact-note">
        {intent.has_transaction
          ? 'Enforced here: a transaction that brings less when simulated is not offered for signing.'
          : `Not enforced here: only ${venue} can enforce it.`}
      </span>
    </>
  );
}

interface AmountsProps {
  /** Null if unknown. */
  readonly amounts: readonly PlannedAmount[] | null;
  /** Shown for an empty list. */
  readonly none: string;
}

function Amounts({ amounts, none }: AmountsProps): ReactNode {
  if (amounts === null) return UNKNOWN;
  if (amounts.length === 0) return none;
  return (
    <ul className="planned-amounts">
      {amounts.map((amount, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one asset can be in a plan more than once, and none moves.
        <li key={index}>
          <Planned amount={amount} />
        </li>
      ))}
    </ul>
  );
}

function Planned({
  amount: { asset, mint, chain, amount, symbol, decimals },
}: {
  readonly amount: PlannedAmount;
}) {
  return (
    <span className="planned-amount">
      {amount === null ? 'an unknown amount of' : <Amount base={amount} decimals={decimals} />}{' '}
      {symbol ?? (mint === null ? asset : <KeyText value={mint} what="the mint of the token" />)}
      {chain !== null && ` on ${chain}`}
    </span>
  );
}
