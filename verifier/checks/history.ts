import type { LaunchKey } from '../accounts/escrow-accounts.ts';
import type { Chain } from '../chain/queries.ts';
import type { LaunchState } from '../chain/read-launch.ts';
import { type EscrowHistory, readEscrowHistory } from '../history/read.ts';
import type { Check } from '../report/report.ts';
import { escrowSurplus } from './escrow.ts';

/** Checks a surplus and refunds against the escrow's transactions; without either there is nothing to read. */
export async function historyChecks(
  chain: Chain,
  key: LaunchKey,
  state: LaunchState,
): Promise<readonly Check[]> {
  const quiet = escrowSurplus(state) <= 0n && !state.pledges.some(({ refunded }) => refunded);
  const history = quiet ? undefined : await readEscrowHistory(chain, key, state);
  return [surplusIsGifts(state, history), refundsPaidBack(state, history)];
}

/** A surplus came from outside the escrow program; what the program received is somebody's pledge. */
function surplusIsGifts(state: LaunchState, history: EscrowHistory | undefined): Check {
  const name = 'escrow_surplus_sent_in_as_gifts';
  const surplus = escrowSurplus(state);
  if (surplus <= 0n || history === undefined) {
    return { name, ok: true, expected: '0', actual: '0', detail: 'no surplus to explain' };
  }
  const given = history.gifts.reduce((sum, { amount }) => sum + amount, 0n);
  const rest = surplus - given;
  const [newest] = history.gifts;
  const gifts = newest
    ? `transfers past the escrow program brought ${given}, the newest in transaction ${newest.signature}`
    : 'no transfer past the escrow program brought anything';
  return {
    name,
    ok: rest <= 0n,
    expected: `<= ${given}`,
    actual: surplus.toString(),
    detail: rest <= 0n ? gifts : `${gifts}; ${rest} of the surplus are pledges that were not paid out`,
  };
}

/** What the program received for a refunded Pledge, it paid back. */
function refundsPaidBack({ pledges }: LaunchState, history: EscrowHistory | undefined): Check {
  const name = 'refunded_pledges_paid_back';
  const refunded = pledges.filter((pledge) => pledge.refunded);
  const owing = refunded.filter(({ address }) => history?.netByAccount.get(address) !== 0n);
  const [first] = owing;
  return {
    name,
    ok: first === undefined,
    expected: refunded.length.toString(),
    actual: (refunded.length - owing.length).toString(),
    detail: first
      ? `transactions of the escrow do not pay back ${owing.length} of ${refunded.length} refunded Pledges, among them that of ${first.pledger}`
      : 'refunded Pledges against those whose pledge left the escrow again',
  };
}
