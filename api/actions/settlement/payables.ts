import { payoutMemo } from '../../../core/rules/payout-memo.ts';
import { REWARD_DECIMALS } from '../../../core/rules/reward-mint.ts';
import type { PayoutRequest } from '../../state/payouts/request.ts';
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

const PAGE = 500;

/** Every open request, oldest first. */
export async function* payables({
  payouts,
}: Pick<SettlementContext['state'], 'payouts'>): AsyncGenerator<Payable> {
  for (let after = 0n; ; ) {
    const page = await payouts.listOpen({ after, limit: PAGE });
    yield* page.map(payableOf);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
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
