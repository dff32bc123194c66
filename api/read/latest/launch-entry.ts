import type { LaunchVersion, TokenAccountRole, TokenAccountVersion } from '../account-versions.ts';
import type { LaunchState } from '../model.ts';
import type { PledgeValues } from './columns.ts';
import { PledgeTable } from './pledge-table.ts';
import type { Pledges } from './pledges.ts';
import { RunningTotals } from './running-totals.ts';

/** The state of one launch id. Parts may arrive in any order, even before the LaunchConfig itself. */
export interface LaunchEntry {
  readonly config: LaunchVersion | undefined;
  readonly tokenAccounts: { readonly [Role in TokenAccountRole]?: TokenAccountVersion | undefined };
  readonly pledges: Pledges;
  readonly totals: RunningTotals;
}

/** The newest state of one launch id, which changes. */
export interface NewestEntry extends LaunchEntry {
  config: LaunchVersion | undefined;
  readonly tokenAccounts: { [Role in TokenAccountRole]?: TokenAccountVersion | undefined };
  readonly pledges: PledgeTable;
}

/** The parts of an entry that changes may have replaced. */
export interface LaunchParts extends Pick<NewestEntry, 'config' | 'tokenAccounts'> {
  /** By row. */
  readonly pledges: Map<number, PledgeValues>;
}

/** Puts back what one change of a launch replaced. */
export type Undo = (parts: LaunchParts) => void;

export function newestEntry(): NewestEntry {
  return { config: undefined, tokenAccounts: {}, pledges: new PledgeTable(), totals: new RunningTotals() };
}

/** The LaunchConfig, if the account exists. */
export function openConfig({ config }: Pick<LaunchEntry, 'config'>): LaunchState | undefined {
  return config === undefined || config.closed ? undefined : config;
}

export function balance({ tokenAccounts }: LaunchEntry, role: TokenAccountRole): bigint | undefined {
  const account = tokenAccounts[role];
  return account === undefined || account.closed ? undefined : account.amount;
}
