import type { LaunchVersion, TokenAccountRole, TokenAccountVersion } from '../account-versions.ts';
import type { LaunchState } from '../model.ts';
import { PledgeTable } from './pledge-table.ts';
import { RunningTotals } from './running-totals.ts';

/** The state of one launch id. Parts may arrive in any order, even before the LaunchConfig itself. */
export interface LaunchEntry {
  config: LaunchVersion | undefined;
  readonly tokenAccounts: Partial<Record<TokenAccountRole, TokenAccountVersion>>;
  readonly pledges: PledgeTable;
  readonly totals: RunningTotals;
}

export function launchEntry(): LaunchEntry {
  return { config: undefined, tokenAccounts: {}, pledges: new PledgeTable(), totals: new RunningTotals() };
}

/** The LaunchConfig, if the account exists. */
export function openConfig({ config }: LaunchEntry): LaunchState | undefined {
  return config === undefined || config.closed ? undefined : config;
}

export function balance({ tokenAccounts }: LaunchEntry, role: TokenAccountRole): bigint | undefined {
  const account = tokenAccounts[role];
  return account === undefined || account.closed ? undefined : account.amount;
}
