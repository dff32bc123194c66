import type { LaunchState } from '../chain/read-launch.ts';
import type { Check } from './check.ts';

/**
 * The escrow holds at least every un-refunded pledge until the raise is collected, and nothing once finalized.
 * Anyone can send tokens to the escrow, so a surplus before that is told and is no failure.
 */
export function escrowBalance(state: LaunchState): Check {
  const { config, escrowBalance } = state;
  const finalized = config.statusName === 'finalized';
  const owed = finalized ? 0n : heldPledges(state);
  const balance = escrowBalance ?? 0n;
  const surplus = balance - owed;
  return {
    name: 'escrow_balance_matches_pledges_held',
    ok: finalized ? balance === 0n : surplus >= 0n,
    expected: owed.toString(),
    actual: escrowBalance === undefined ? 'no escrow account' : balance.toString(),
    detail: explain(finalized, surplus),
  };
}

function heldPledges({ pledges }: LaunchState): bigint {
  return pledges.filter((pledge) => !pledge.refunded).reduce((held, pledge) => held + pledge.amount, 0n);
}

function explain(finalized: boolean, surplus: bigint): string {
  if (finalized) return 'finalized: the raise was collected, the escrow holds nothing';
  const figures = 'un-refunded pledges against the escrow balance';
  if (surplus > 0n) return `${figures}; a surplus of ${surplus} was sent in by someone`;
  return surplus < 0n ? `${figures}; ${-surplus} are missing` : figures;
}
