import type { LaunchState } from '../chain/read-launch.ts';
import type { Check } from '../report/report.ts';
import { entitlement } from '../rules/settlement.ts';

export function settlementOutcome({ config }: LaunchState): Check {
  const name = 'settlement_outcome_matches_minimum_raise';
  const { statusName, total_pledged: total, min_raise: minimum } = config;
  if (statusName === 'pending' || statusName === 'active') {
    const detail = `not settled yet: total_pledged is ${total}, min_raise ${minimum}`;
    return { name, ok: true, expected: 'not settled', actual: statusName, detail };
  }
  const met = total >= minimum;
  return {
    name,
    ok: met === (statusName !== 'failed'),
    expected: met ? 'succeeded or finalized' : 'failed',
    actual: statusName,
    detail: `total_pledged ${total} ${met ? '>=' : '<'} min_raise ${minimum}`,
  };
}

export function allocationsWithinAllocation({ config, pledges }: LaunchState): Check {
  const name = 'allocations_within_token_allocation';
  const { statusName, token_allocation: allocation, total_pledged: total } = config;
  const expected = `<= ${allocation}`;
  if (statusName === 'failed') {
    const detail = 'a failed launch allocates no launch tokens';
    return { name, ok: true, expected, actual: '0', detail };
  }
  if (statusName === 'pending' || statusName === 'active') {
    const detail = 'not settled yet: nothing is allocated';
    return { name, ok: true, expected, actual: '0', detail };
  }
  const allocated = pledges.reduce((sum, pledge) => sum + entitlement(pledge.amount, allocation, total), 0n);
  const dust = allocation - allocated;
  return {
    name,
    ok: dust >= 0n,
    expected,
    actual: allocated.toString(),
    detail:
      dust >= 0n
        ? `token_allocation against the sum of floor-divided allocations; ${dust} stay in the vault as dust`
        : `token_allocation is exceeded by ${-dust}`,
  };
}
