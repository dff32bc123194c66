import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { RewardLedger } from '../../../core/ledger/port.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import { payoutMemo, requestsInMemo } from '../../../core/rules/payout-memo.ts';
import {
  mayBeMeantFor,
  settlementsOf,
  UNMATCHED_REASONS,
  type UnmatchedReason,
} from '../../../core/rules/settlements.ts';
import { paymentCoverage, slotsSeenAt } from '../../read/treasury/payment-coverage.ts';
import { treasuryTransfers, UNKNOWN_WALLET } from '../../read/treasury/transfers.ts';
import type { PayoutRequest } from '../../state/payouts/request.ts';
import type { State } from '../../state/state.ts';

/** The dependencies of settlement: the chain's transfers, the ledger, and the payout requests. */
export interface SettlementContext {
  /** Of the fact store. */
  readonly lane: OlapLane;
  readonly ledger: Pick<RewardLedger, 'append'>;
  readonly state: Pick<State, 'payouts' | 'unmatchedSettlements' | 'operatorActions'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface PaymentsContext extends Pick<SettlementContext, 'lane' | 'clock'> {
  readonly state: Pick<SettlementContext['state'], 'payouts'>;
  readonly treasury: Pubkey | undefined;
}

/** A transfer that settles no request, but may have been meant for one. */
export interface StrayPayment {
  readonly signature: string;
  readonly reason: UnmatchedReason;
}

/** What is known about payments of some requests. */
export type Payments = Awaited<ReturnType<typeof paymentsOf>>;

export async function paymentsOf(
  context: PaymentsContext,
  requests: readonly PayoutRequest[],
  signal: AbortSignal,
) {
  const { lane, treasury, clock } = context;
  const since = requests.map(({ createdAt }) => createdAt);
  // Before the transfers: what is known to be covered by now is among them.
  const coverage = await paymentCoverage(lane, { treasury, now: clock.now(), since, signal });
  const { paid, strays } = await transfersAbout(context, requests, signal);
  return {
    /** The transaction of a transfer on the chain that pays one, final or not. */
    signatureOf: ({ id }: PayoutRequest) => paid.get(id),
    /** Transfers on the chain that may have been meant for one, and do not settle it. */
    straysOf: ({ id }: PayoutRequest) => strays.get(id) ?? [],
    /** Why a payment of an unpaid one may have been missed; undefined if there certainly was none. */
    unseenOf: ({ id, createdAt }: PayoutRequest) => (paid.has(id) ? undefined : coverage(createdAt)),
  };
}

/** The treasury's transfers for some requests: payments, and possible payments. */
interface TransfersAbout {
  readonly paid: Map<bigint, string>;
  readonly strays: Map<bigint, StrayPayment[]>;
}

async function transfersAbout(
  { lane, state }: Pick<PaymentsContext, 'lane' | 'state'>,
  requests: readonly PayoutRequest[],
  signal: AbortSignal,
): Promise<TransfersAbout> {
  const about: TransfersAbout = { paid: new Map(), strays: new Map() };
  if (requests.length === 0) return about;
  const earlier = await state.payouts.givenUpFor(requests.map(({ id }) => id));
  const all = [...requests, ...[...earlier.values()].flat()];
  const moments = all.flatMap(({ createdAt, closedAt = createdAt }) => [createdAt, closedAt]);
  const seen = await slotsSeenAt(lane, moments, signal);
  const isAfter = (slot: bigint, moment: number) => slot > (seen.get(moment) ?? 0n);
  const memos = all.map(({ id }) => payoutMemo(id));
  const wallets = [...new Set(requests.map(({ wallet }) => wallet)), UNKNOWN_WALLET];
  const question = { after: 0n, memos, wallets, final: false, signal };
  for await (const transfers of treasuryTransfers(lane, question)) {
    const named = requestsInMemo(transfers[0]?.memo ?? '');
    const settlements = settlementsOf(transfers, named, await namedRequests({ state }, named));
    for (const [at, settlement] of settlements.entries()) {
      const transfer = transfers[at];
      if (!transfer) continue;
      const { slot, signature } = transfer;
      /** What was paid for a request that was given up is paid for the one that its records came to. */
      const isLate = (one: PayoutRequest) =>
        isAfter(slot, one.closedAt ?? one.createdAt) && mayBeMeantFor(one, transfer, { named, since: true });
      if (settlement.kind === 'unmatched') {
        const meant = requests.filter(
          (request) =>
            mayBeMeantFor(request, transfer, { named, since: isAfter(slot, request.createdAt) }) ||
            earlier.get(request.id)?.some(isLate),
        );
        noteStray(about, meant, { signature, reason: settlement.reason });
      } else if (!about.paid.has(settlement.request.id)) {
        about.paid.set(settlement.request.id, signature);
      }
    }
  }
  return about;
}

function noteStray(
  { strays }: TransfersAbout,
  requests: readonly PayoutRequest[],
  stray: StrayPayment,
): void {
  for (const { id } of requests) strays.set(id, [...(strays.get(id) ?? []), stray]);
}

/** The existing requests that a memo names, in order. */
export async function namedRequests(
  { state }: Pick<PaymentsContext, 'state'>,
  named: readonly bigint[],
): Promise<PayoutRequest[]> {
  const found: PayoutRequest[] = [];
  for (const id of named) {
    const request = await state.payouts.find(id);
    if (request) found.push(request);
  }
  return found;
}

export type GiveUpContext = PaymentsContext & Pick<SettlementContext, 'state'>;

export interface GiveUp {
  readonly requestId: bigint;
  readonly reason: string;
  /** Who gives it up, for the record. */
  readonly operator: string;
  /** The operator has checked: nothing has paid it and nothing will, even if the index could not see it. */
  readonly vouched: boolean;
  readonly signal: AbortSignal;
}

/**
 * Moves an open request to failed, which releases its records for another one. Refused if a transfer that pays it is on
 * the chain, final or not, because its records would be paid twice. Also refused if a transfer may have been meant for
 * it, or the index may have missed one, unless the operator vouches that there is none.
 * @throws PAYOUT_UNKNOWN, PAYOUT_CLOSED, PAYOUT_PAID, PAYOUT_UNSEEN
 */
export async function giveUpRequest(context: GiveUpContext, order: GiveUp): Promise<PayoutRequest> {
  const { state, clock } = context;
  const { requestId, reason, operator, vouched } = order;
  const request = await state.payouts.find(requestId);
  if (!request) throw new LaunchlensError('PAYOUT_UNKNOWN', { request: requestId });
  const unseen = request.status === 'requested' ? await unpaid(context, request, order) : undefined;
  const now = clock.now();
  const failed = await state.payouts.fail(requestId, { reason, now });
  if (!failed) throw new LaunchlensError('PAYOUT_CLOSED', { request: requestId, status: request.status });
  const vouching = vouched ? { vouched_not_paid: true, unseen: unseen ?? null } : {};
  const details = { request_id: requestId.toString(), reason, ...vouching };
  await state.operatorActions.record({ at: now, operator, action: 'treasury fail', details });
  return failed;
}

/** Why a payment of the request may have been missed; undefined if there certainly was none. */
async function unpaid(
  context: GiveUpContext,
  request: PayoutRequest,
  { vouched, signal }: GiveUp,
): Promise<string | undefined> {
  const payments = await paymentsOf(context, [request], signal);
  const signature = payments.signatureOf(request);
  if (signature !== undefined) throw new LaunchlensError('PAYOUT_PAID', { request: request.id, signature });
  const [stray] = payments.straysOf(request);
  const unseen = stray
    ? `Transaction ${stray.signature} may have been meant for it: ${UNMATCHED_REASONS[stray.reason]}.`
    : payments.unseenOf(request);
  if (unseen !== undefined && !vouched) {
    throw new LaunchlensError('PAYOUT_UNSEEN', { request: request.id, unseen });
  }
  return unseen;
}
