import {
  type Accrued,
  isFeeShare,
  isSummed,
  type Paid,
  type Priced,
  REVIEW_WINDOW_MS,
  type RewardEvent,
} from './rewards.ts';

/** Why a payment changes no figure, each completing the sentence "record 17 is recorded as paid, but …". */
export const PAYMENT_FAULTS = {
  no_record: 'it has not accrued',
  voided: 'it was voided',
  never_paid: 'records of its programme are never paid',
  unpriced: 'it has no amount',
  in_review: 'it was still in review at that time',
  held: 'it was held for review at that time',
  paid_before: 'another transaction had paid it before',
} as const;

export type PaymentFault = keyof typeof PAYMENT_FAULTS;

/** The events of one record that decide which of its payments count. */
export interface PaymentFacts {
  readonly accrued: Accrued;
  /** The prices that count, oldest first. */
  readonly prices: readonly Priced[];
  readonly events: readonly RewardEvent[];
}

/**
 * The prices of a record that count, oldest first: none for a programme that is never paid, and no fee-share
 * price from before the mint.
 */
export function countingPrices({ program }: Accrued, events: readonly RewardEvent[]): Priced[] {
  return events
    .filter(
      (event): event is Priced =>
        event.kind === 'priced' && isSummed(program) && !(event.premature === true && isFeeShare(program)),
    )
    .toSorted((a, b) => a.at - b.at);
}

/** The first payment that counts. Earlier ones change no figure. */
export function countingPayment(facts: PaymentFacts): Paid | undefined {
  return paymentsOf(facts.events).find((payment) => faultAt(payment, facts) === undefined);
}

/** The amount that a payment settled: its own if stated, else the price at its time, else the first one after it. */
export function paidAmount(payment: Paid, { accrued, prices }: PaymentFacts): bigint | undefined {
  const then = prices.findLast(({ at }) => at <= payment.at)?.amount ?? accrued.amount;
  return payment.amount ?? then ?? prices[0]?.amount;
}

export interface FaultyPayment {
  readonly payment: Paid;
  readonly fault: PaymentFault;
}

/** The payments of one record that change no figure, oldest first. One transaction may be reported more than once. */
export function faultyPayments(events: readonly RewardEvent[]): FaultyPayment[] {
  const payments = paymentsOf(events);
  const accrued = events.find((event) => event.kind === 'accrued');
  if (!accrued) return payments.map((payment) => ({ payment, fault: 'no_record' }));
  if (events.some(({ kind }) => kind === 'voided')) {
    return payments.map((payment) => ({ payment, fault: 'voided' }));
  }
  const facts = { accrued, prices: countingPrices(accrued, events), events };
  const counting = countingPayment(facts);
  return payments.flatMap((payment): FaultyPayment[] => {
    if (payment.txSignature === counting?.txSignature) return [];
    const fault = faultAt(payment, facts) ?? 'paid_before';
    return [{ payment, fault }];
  });
}

/**
 * A payment that settlement matched with a transfer states its amount and always counts: its request contained
 * priced and mature records. A reported payment counts if the record was priced, and was mature at that time.
 */
function faultAt(payment: Paid, { accrued, prices, events }: PaymentFacts): PaymentFault | undefined {
  if (!isSummed(accrued.program)) return 'never_paid';
  if (payment.amount !== undefined) return undefined;
  if (accrued.amount === undefined && prices.length === 0) return 'unpriced';
  if (payment.at < accrued.at + REVIEW_WINDOW_MS) return 'in_review';
  return heldAt(payment.at, events) ? 'held' : undefined;
}

/** If a hold and a release have the same time, the hold counts, here as everywhere. */
function heldAt(moment: number, events: readonly RewardEvent[]): boolean {
  const at = (wanted: RewardEvent['kind']) =>
    events.filter((event) => event.kind === wanted && event.at <= moment).map((event) => event.at);
  const releases = at('released');
  return at('held').some((held) => !releases.some((released) => released > held));
}

function paymentsOf(events: readonly RewardEvent[]): Paid[] {
  return events.filter((event) => event.kind === 'paid').toSorted((a, b) => a.at - b.at);
}
