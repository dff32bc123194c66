import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { RewardLedger } from '../../../core/ledger/port.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import { payoutMemo, requestsInMemo } from '../../../core/rules/payout-memo.ts';
import { mayBeMeantFor, settlementsOf, type UnmatchedReason } from '../../../core/rules/settlements.ts';
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
  /** The token account that pays requests; undefined if not configured. */
  readonly treasury: Pubkey | undefined;
}

/** A transfer that settles no request, but may have been meant for one. */
export interface StrayPayment {
  readonly signature: string;
  readonly reason: UnmatchedReason;
}

/** What is known about payments of some requests. */
export interface Payments {
  /** The transaction of a transfer on the chain that pays one, final or not. */
  signatureOf(request: PayoutRequest): string | undefined;
  /** Transfers on the chain that may have been meant for one, and do not settle it. */
  straysOf(request: PayoutRequest): readonly StrayPayment[];
  /** Why a payment of an unpaid one may have been missed; undefined if there certainly was none. */
  unseenOf(request: PayoutRequest): string | undefined;
}

export async function paymentsOf(
  context: PaymentsContext,
  requests: readonly PayoutRequest[],
  signal: AbortSignal,
): Promise<Payments> {
  const { lane, treasury, clock } = context;
  const since = requests.map(({ createdAt }) => createdAt);
  // Before the transfers: what is known to be covered by now is among them.
  const coverage = await paymentCoverage(lane, { treasury, now: clock.now(), since, signal });
  const { paid, strays } = await transfersAbout(context, requests, signal);
  return {
    signatureOf: ({ id }) => paid.get(id),
    straysOf: ({ id }) => strays.get(id) ?? [],
    unseenOf: ({ id, createdAt }) => (paid.has(id) ? undefined : coverage(createdAt)),
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
