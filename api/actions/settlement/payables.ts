import { ledgerReach } from '../../../core/ledger/reach.ts';
import { storedEvents } from '../../../core/ledger/stored.ts';
import { type UnpayableReason, unpayableReason } from '../../../core/rules/payable-records.ts';
import { payoutMemo } from '../../../core/rules/payout-memo.ts';
import { foldRewardEvents } from '../../../core/rules/reward-buckets.ts';
import { REWARD_DECIMALS } from '../../../core/rules/reward-mint.ts';
import { faultyPayments } from '../../../core/rules/reward-payments.ts';
import { UNMATCHED_REASONS } from '../../../core/rules/settlements.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import type { PayoutRecord, PayoutRequest } from '../../state/payouts/request.ts';
import { type Payments, type PaymentsContext, paymentsOf, type SettlementContext } from './payments.ts';

export interface Payable {
  readonly request_id: string;
  readonly wallet: string;
  readonly mint: string;
  /** Base units. */
  readonly amount_base_units: string;
  readonly amount: string;
  /** The SPL memo that the payment must have. */
  readonly memo: string;
}

/**
 * Why a request is not payable: one of its records, a payment that is or may be on the chain or was meant for it, or its
 * own size.
 */
export type Hindrance =
  | { readonly record_id: string; readonly reason: UnpayableReason }
  | { readonly reason: 'on_chain'; readonly tx_signature: string }
  | { readonly reason: 'unseen'; readonly detail: string }
  | { readonly reason: 'mispaid'; readonly tx_signature: string; readonly detail: string }
  | { readonly reason: 'too_large'; readonly detail: string };

/** An open request, and the reasons why it may not be paid; none if it may. */
export interface OpenPayout extends Payable {
  readonly because: readonly Hindrance[];
  /** Only the operator knows that it is not paid, and vouches for it. */
  readonly vouched: boolean;
}

export interface PayablesContext extends PaymentsContext {
  readonly state: Pick<SettlementContext['state'], 'payouts' | 'operatorActions'>;
}

export interface PayablesQuestion {
  /** Who has checked: possible and missed payments do not exist. Undefined if nobody vouches. */
  readonly vouchedBy: string | undefined;
  readonly signal: AbortSignal;
}

const PAGE = 100;

/**
 * Every open request, oldest first, each checked against the ledger and the chain when it is listed. Requests that are
 * payable only on an operator's word are recorded with the operator's name.
 */
export async function* payables(
  context: PayablesContext,
  question: PayablesQuestion,
): AsyncGenerator<OpenPayout> {
  const { payouts } = context.state;
  for (let after = 0n; ; ) {
    const page = await payouts.listOpen({ after, limit: PAGE });
    const open = await heldAgainstFacts(context, page, question);
    await keepVouching(context, open, question.vouchedBy);
    yield* open;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

async function heldAgainstFacts(
  context: PayablesContext,
  requests: readonly PayoutRequest[],
  { vouchedBy, signal }: PayablesQuestion,
): Promise<OpenPayout[]> {
  const payments = await paymentsOf(context, requests, signal);
  const records = await recordHindrances(context, requests, signal);
  return requests.map((request) => {
    const found = [...requestHindrances(payments, request), ...(records.get(request.id) ?? [])];
    const doubts = found.filter(isDoubt);
    const vouched = vouchedBy !== undefined && doubts.length > 0;
    const because = vouched ? found.filter((hindrance) => !isDoubt(hindrance)) : found;
    return { ...payableOf(request), because, vouched };
  });
}

const DOUBTS: readonly Hindrance['reason'][] = ['unseen', 'mispaid', 'contested'];

/** Whether the only reason is a possible payment, which an operator can check. */
function isDoubt({ reason }: Hindrance): boolean {
  return DOUBTS.includes(reason);
}

function requestHindrances(payments: Payments, request: PayoutRequest): Hindrance[] {
  const found: Hindrance[] = [];
  if (request.rewardAmount > U64_MAX) {
    found.push({ reason: 'too_large', detail: `a transfer carries at most ${U64_MAX} base units` });
  }
  const signature = payments.signatureOf(request);
  if (signature !== undefined) return [...found, { reason: 'on_chain', tx_signature: signature }];
  for (const stray of payments.straysOf(request)) {
    const detail = UNMATCHED_REASONS[stray.reason];
    found.push({ reason: 'mispaid', tx_signature: stray.signature, detail });
  }
  const detail = payments.unseenOf(request);
  return detail === undefined ? found : [...found, { reason: 'unseen', detail }];
}

async function recordHindrances(
  { state, lane, clock }: PayablesContext,
  requests: readonly PayoutRequest[],
  signal: AbortSignal,
): Promise<Map<bigint, Hindrance[]>> {
  const records = new Map<bigint, readonly PayoutRecord[]>();
  for (const { id } of requests) records.set(id, await state.payouts.records(id));
  // After the requests: their records are in the ledger by then.
  const { revision } = await ledgerReach(lane, signal);
  const ids = new Set([...records.values()].flat().map(({ recordId }) => recordId));
  const events = Map.groupBy(await storedEvents(lane, ids, { revision, signal }), ({ recordId }) => recordId);
  const now = clock.now();
  const hindrances = (own: readonly PayoutRecord[]): Hindrance[] =>
    own.flatMap(({ recordId, amount }): Hindrance[] => {
      const known = events.get(recordId) ?? [];
      const contested = faultyPayments(known).length > 0 ? 'contested' : undefined;
      const reason = unpayableReason(foldRewardEvents(known), { amount, now }) ?? contested;
      return reason ? [{ record_id: recordId.toString(), reason }] : [];
    });
  return new Map([...records].map(([id, own]) => [id, hindrances(own)]));
}

async function keepVouching(
  { state, clock }: PayablesContext,
  open: readonly OpenPayout[],
  operator: string | undefined,
): Promise<void> {
  const requests = open
    .filter(({ because, vouched }) => vouched && because.length === 0)
    .map(({ request_id }) => request_id);
  if (operator === undefined || requests.length === 0) return;
  const details = { vouched_not_paid: true, requests };
  await state.operatorActions.record({ at: clock.now(), operator, action: 'treasury list', details });
}

function payableOf({ id, wallet, payoutMint, rewardAmount }: PayoutRequest): Payable {
  return {
    request_id: id.toString(),
    wallet,
    mint: payoutMint,
    amount_base_units: rewardAmount.toString(),
    amount: wholeTokens(rewardAmount),
    memo: payoutMemo(id),
  };
}

/** Exact, without trailing zeros. */
function wholeTokens(baseUnits: bigint): string {
  const digits = baseUnits.toString().padStart(REWARD_DECIMALS + 1, '0');
  const whole = digits.slice(0, -REWARD_DECIMALS);
  const fraction = digits.slice(-REWARD_DECIMALS).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
