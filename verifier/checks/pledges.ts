import type { LaunchState } from '../chain/read-launch.ts';
import type { Check } from '../report/report.ts';

export function sumOfPledges({ config, pledges }: LaunchState): Check {
  const sum = pledges.reduce((total, pledge) => total + pledge.amount, 0n);
  return {
    name: 'sum_of_pledges_equals_total_pledged',
    ok: sum === config.total_pledged,
    expected: config.total_pledged.toString(),
    actual: sum.toString(),
    detail: 'LaunchConfig.total_pledged against the sum of all Pledge amounts',
  };
}

export function pledgeCount({ config, pledges }: LaunchState): Check {
  return {
    name: 'pledge_account_count_equals_pledger_count',
    ok: pledges.length === config.pledger_count,
    expected: config.pledger_count.toString(),
    actual: pledges.length.toString(),
    detail: 'LaunchConfig.pledger_count against the number of Pledge accounts',
  };
}

export function totalWithinMaxRaise({ config }: LaunchState): Check {
  return {
    name: 'total_within_max_raise',
    ok: config.total_pledged <= config.max_raise,
    expected: `<= ${config.max_raise}`,
    actual: config.total_pledged.toString(),
    detail: 'LaunchConfig.max_raise against total_pledged',
  };
}

export function pledgesWithinCap({ config, pledges }: LaunchState): Check {
  const name = 'every_pledge_within_per_wallet_cap';
  const cap = config.max_pledge_per_wallet;
  const actual = greatestPledge(pledges).toString();
  if (cap === 0n) {
    return { name, ok: true, expected: 'uncapped', actual, detail: 'max_pledge_per_wallet is 0: no cap' };
  }
  const over = pledges.filter((pledge) => pledge.amount > cap);
  const [first] = over;
  const detail = first
    ? `${over.length} of ${pledges.length} pledges exceed max_pledge_per_wallet, among them that of ${first.pledger}`
    : 'max_pledge_per_wallet against the greatest pledge';
  return { name, ok: over.length === 0, expected: `<= ${cap}`, actual, detail };
}

function greatestPledge(pledges: LaunchState['pledges']): bigint {
  let greatest = 0n;
  for (const { amount } of pledges) if (amount > greatest) greatest = amount;
  return greatest;
}
