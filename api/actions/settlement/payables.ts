import { ledgerReach } from '../../../core/ledger/reach.ts';
import { storedEvents } from '../../../core/ledger/stored.ts';
import { type UnpayableReason, unpayableReason } from '../../../core/rules/payable-records.ts';
import { payoutMemo } from '../../../core/rules/payout-memo.ts';
import { foldRewardEvents } from '../../../core/rules/reward-events.ts';
import { REWARD_DECIMALS } from '../../../core/rules/reward-mint.ts';
import type { RewardFacts } from '../../../core/rules/rewards.ts';
import type { PayoutRecord, PayoutRequest } from '../../state/payouts/request.ts';
import type { SettlementContext } from './context.ts';

/** An open request as whoever pays it needs it. */
export interface Payable {
  readonly request_id: string;
  readonly wallet: string;
  readonly mint: string;
  /** Base units. */
  readonly amount_base_units: string;
  /** The same in whole tokens. */
  readonly amount: string;
  /** What the payment must carry as its SPL memo. */
  readonly memo: string;
}

/** A record that keeps its request from being paid. */
export interface Hindrance {
  readonly record_id: string;
  readonly reason: UnpayableReason;
}

/** An open request, and what came since it was built that keeps it from being paid; nothing when it may be. */
export interface OpenPayout extends Payable {
  readonly because: readonly Hindrance[];
}

export interface PayablesContext extends Pick<SettlementContext, 'lane' | 'clock'> {
  readonly state: Pick<SettlementContext['state'], 'payouts'>;
}

const PAGE = 100;

/** Every open request, oldest first, each held against the ledger as it is when the request is listed. */
export async function* payables(
  context: PayablesContext,
  { signal }: { readonly signal: AbortSignal },
): AsyncGenerator<OpenPayout> {
  const { payouts } = context.state;
  for (let after = 0n; ; ) {
    const page = await payouts.listOpen({ after, limit: PAGE });
    yield* await heldAgainstLedger(context, page, signal);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

async function heldAgainstLedger(
  { state, lane, clock }: PayablesContext,
  requests: readonly PayoutRequest[],
  signal: AbortSignal,
): Promise<OpenPayout[]> {
  const records = new Map<bigint, readonly PayoutRecord[]>();
  for (const { id } of requests) records.set(id, await state.payouts.records(id));
  // After the requests: what they speak for is in the ledger by then.
  const { revision } = await ledgerReach(lane, signal);
  const ids = new Set([...records.values()].flat().map(({ recordId }) => recordId));
  const events = Map.groupBy(await storedEvents(lane, ids, { revision, signal }), ({ recordId }) => recordId);
  const factsOf = (recordId: bigint): RewardFacts | undefined => foldRewardEvents(events.get(recordId) ?? []);
  const now = clock.now();
  return requests.map((request) => ({
    ...payableOf(request),
    because: (records.get(request.id) ?? []).flatMap(({ recordId, amount }): Hindrance[] => {
      const reason = unpayableReason(factsOf(recordId), { amount, now });
      return reason ? [{ record_id: recordId.toString(), reason }] : [];
    }),
  }));
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
export function wholeTokens(baseUnits: bigint): string {
  const digits = baseUnits.toString().padStart(REWARD_DECIMALS + 1, '0');
  const whole = digits.slice(0, -REWARD_DECIMALS);
  const fraction = digits.slice(-REWARD_DECIMALS).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
