import type { Pledge } from '../accounts/escrow-accounts.ts';
import type { LaunchState } from '../chain/read-launch.ts';
import type { Check } from '../report/report.ts';

/**
 * The escrow has at least every un-refunded pledge until the raise is collected, and nothing once finalized. Anyone can
 * send tokens to the escrow, so a surplus before that is reported and passes.
 */
export function escrowBalance(state: LaunchState): Check {
  const { config, escrowBalance } = state;
  const finalized = config.statusName === 'finalized';
  const owed = escrowOwed(state);
  const surplus = escrowSurplus(state);
  return {
    name: 'escrow_balance_matches_pledges_held',
    ok: finalized ? surplus === 0n : surplus >= 0n,
    expected: owed.toString(),
    actual: escrowBalance === undefined ? 'no escrow account' : escrowBalance.toString(),
    detail: finalized ? explainFinalized(surplus) : explainHeld(surplus),
  };
}

/** A Pledge is refunded only after its launch failed; in any other state a refund took money without right. */
export function refundedOnlyIfFailed({ config, pledges }: LaunchState): Check {
  const name = 'refunded_pledges_only_if_failed';
  const refunded = pledges.filter((pledge) => pledge.refunded);
  const actual = refunded.length.toString();
  if (config.statusName === 'failed') {
    const detail = 'the launch failed: its pledgers may take their pledges back';
    return { name, ok: true, expected: `<= ${pledges.length}`, actual, detail };
  }
  const [first] = refunded;
  const detail = first
    ? `the launch is ${config.statusName}, but ${actual} of ${pledges.length} Pledges are marked refunded, among them that of ${first.pledger}`
    : 'no Pledge is marked refunded';
  return { name, ok: first === undefined, expected: '0', actual, detail };
}

/** The escrow's surplus; negative if something is missing. */
export function escrowSurplus(state: LaunchState): bigint {
  return (state.escrowBalance ?? 0n) - escrowOwed(state);
}

function escrowOwed({ config, pledges }: LaunchState): bigint {
  return config.statusName === 'finalized' ? 0n : sumOf(pledges.filter(({ refunded }) => !refunded));
}

function sumOf(pledges: readonly Pledge[]): bigint {
  return pledges.reduce((sum, { amount }) => sum + amount, 0n);
}

function explainHeld(surplus: bigint): string {
  const figures = 'un-refunded pledges against the escrow balance';
  if (surplus > 0n) return `${figures}; a surplus of ${surplus} of unknown origin (--history looks for it)`;
  return surplus < 0n ? `${figures}; ${-surplus} are missing` : figures;
}

function explainFinalized(surplus: bigint): string {
  if (surplus === 0n) return 'finalized: the raise was collected, the escrow holds nothing';
  return `finalized, but the escrow holds ${surplus}: most likely someone sent tokens in after the raise was collected (--history looks for it)`;
}
