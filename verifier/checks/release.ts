import { isAllocated, type Pledge } from '../accounts/escrow-accounts.ts';
import { type LaunchState, requireTime } from '../chain/read-launch.ts';
import type { Check } from '../report/report.ts';
import { entitlement, stillOwed, unlocked } from '../rules/settlement.ts';

/** No Pledge has released more than the schedule has unlocked of it at the block time of the slot. */
export function releasedWithinUnlocked(state: LaunchState): Check {
  const name = 'tokens_released_within_unlocked';
  const { config, pledges } = state;
  const released = pledges.reduce((sum, pledge) => sum + pledge.tokens_released, 0n);
  if (!isAllocated(config)) {
    const detail = `${config.statusName}: nothing is released before a launch has succeeded`;
    return { name, ok: released === 0n, expected: '0', actual: released.toString(), detail };
  }
  if (released === 0n) {
    return { name, ok: true, expected: '0', actual: '0', detail: 'no tokens were released' };
  }
  const now = requireTime(state);
  const free = pledges.map((pledge) => unlocked(entitlementOf(state, pledge), config, now));
  const over = pledges.flatMap((pledge, at) =>
    pledge.tokens_released > (free[at] ?? 0n) ? [{ pledge, free: free[at] ?? 0n }] : [],
  );
  const [first] = over;
  if (first) {
    return {
      name,
      ok: false,
      expected: `<= ${first.free}`,
      actual: first.pledge.tokens_released.toString(),
      detail: `${over.length} of ${pledges.length} Pledges released more than is unlocked, among them that of ${first.pledge.pledger}`,
    };
  }
  return {
    name,
    ok: true,
    expected: `<= ${free.reduce((sum, amount) => sum + amount, 0n)}`,
    actual: released.toString(),
    detail: 'all that is unlocked at the block time against all tokens_released, for each Pledge by itself',
  };
}

/** The vault still has every token that was allocated and not released. */
export function vaultCoversUnreleased(state: LaunchState): Check {
  const name = 'vault_covers_unreleased_allocations';
  const { config, pledges, vaultBalance } = state;
  const actual = vaultBalance === undefined ? 'no launch vault' : vaultBalance.toString();
  if (!isAllocated(config)) {
    const failed = config.statusName === 'failed';
    const detail = failed
      ? 'a failed launch allocates no launch tokens'
      : 'not settled yet: nothing is allocated';
    return { name, ok: true, expected: '>= 0', actual, detail };
  }
  const owed = stillOwed(config, pledges);
  const missing = owed - (vaultBalance ?? 0n);
  const figures = 'tokens that are allocated and not released against the vault balance';
  return {
    name,
    ok: missing <= 0n,
    expected: `>= ${owed}`,
    actual,
    detail:
      missing <= 0n
        ? figures
        : `${figures}; ${missing} are missing, so the last claims cannot be paid. The older program build does not check the vault when it settles a launch`,
  };
}

function entitlementOf({ config }: LaunchState, { amount }: Pledge): bigint {
  return entitlement(amount, config.token_allocation, config.total_pledged);
}
