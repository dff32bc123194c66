import type {
  LaunchVersion,
  PledgeVersion,
  TokenAccountRole,
  TokenAccountVersion,
} from '../account-versions.ts';
import type { LaunchState } from '../model.ts';
import type { PledgeValues } from './columns.ts';
import { PledgeTable } from './pledge-table.ts';
import type { Pledges } from './pledges.ts';
import { RunningTotals } from './running-totals.ts';

/** The state of one launch id. Parts may arrive in any order, even before the LaunchConfig itself. */
export interface LaunchEntry {
  readonly config: LaunchVersion | undefined;
  readonly tokenAccounts: { readonly [Role in TokenAccountRole]?: TokenAccountVersion | undefined };
  /** Undefined while they are not in memory: the launch is cold, and ClickHouse answers. */
  readonly pledges: Pledges | undefined;
  readonly totals: RunningTotals;
}

/** The newest state of one launch id, which changes. */
export interface NewestEntry extends LaunchEntry {
  config: LaunchVersion | undefined;
  readonly tokenAccounts: { [Role in TokenAccountRole]?: TokenAccountVersion | undefined };
  pledges: PledgeTable | undefined;
  totals: RunningTotals;
  /** The first slot at which the pledges in memory have an answer. */
  heldSince: bigint;
  /** Pledge accounts when the launch became cold; at most as many, until they are counted. */
  accounts: number;
  isCounted: boolean;
  /** Changes of a cold launch while its pledges are being read. */
  arriving: PledgeVersion[] | undefined;
  /** When its pledges were last asked for, and the time before that, counted in questions to all launches. */
  lastAsked: number;
  askedBefore: number;
}

/** The parts of an entry that changes may have replaced. */
export interface LaunchParts extends Pick<NewestEntry, 'config' | 'tokenAccounts'> {
  /** By row. */
  readonly pledges: Map<number, PledgeValues>;
}

/** Puts back what one change of a launch replaced. */
export type Undo = (parts: LaunchParts) => void;

const NEVER = -1;

/** A launch that is new to the index, and so has no pledges yet. */
export function newestEntry(): NewestEntry {
  return {
    config: undefined,
    tokenAccounts: {},
    pledges: new PledgeTable(),
    totals: new RunningTotals(),
    heldSince: 0n,
    accounts: 0,
    isCounted: false,
    arriving: undefined,
    lastAsked: NEVER,
    askedBefore: NEVER,
  };
}

/** The LaunchConfig, if the account exists. */
export function openConfig({ config }: Pick<LaunchEntry, 'config'>): LaunchState | undefined {
  return config === undefined || config.closed ? undefined : config;
}

export function balance({ tokenAccounts }: LaunchEntry, role: TokenAccountRole): bigint | undefined {
  const account = tokenAccounts[role];
  return account === undefined || account.closed ? undefined : account.amount;
}
