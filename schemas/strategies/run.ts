import { z } from 'zod';
import { STRATEGY_KINDS, type StrategyKind, type StrategyPlan } from './kinds.ts';

/** Why the service does not run strategies of a kind. Kinds without an entry are run. */
const NOT_RUN: Readonly<Partial<Record<StrategyKind, string>>> = {
  arb: 'a price difference is gone before an owner has signed',
  basis_trade: 'the service does not trade on perpetual markets',
  composite: 'its parts are strategies of their own, each run or stored by its kind',
  copy_wallet: 'the service does not watch other wallets',
  equity_dca: 'the service orders no equities by itself',
  hedge: 'the service does not trade on perpetual markets',
  market_make: 'its orders change faster than an owner can sign',
  perp_grid: 'the service does not trade on perpetual markets',
  sentiment: 'the service measures no sentiment',
  snipe: 'the service does not watch for markets that open',
  vault: 'the service reads no yields',
  yield_farm: 'the service reads no yields',
};

const { dca, stoploss, protect, momentum, rebalance, composed } = STRATEGY_KINDS;

/** The terms of each kind that the service runs, from a plan that was validated when it was stored. */
export const RUN_TERMS = {
  dca: z.object(dca.shape),
  stoploss: z.object(stoploss.shape),
  protect: z.object(protect.shape),
  momentum: z.object(momentum.shape),
  rebalance: z.object(rebalance.shape),
  composed: z.object(composed.shape),
};
export type RunKind = keyof typeof RUN_TERMS;
/** The kinds that wait for a price or a balance; the other one, `dca`, only for the time. */
export type WatchedKind = Exclude<RunKind, 'dca'>;

export function isWatched(kind: StrategyKind): kind is WatchedKind {
  return kind !== 'dca' && kind in RUN_TERMS;
}

/** Undefined if the service runs strategies of this kind and, where its terms decide, of this plan. */
export function whyNotRun(kind: StrategyKind, plan?: StrategyPlan): string | undefined {
  if (kind !== 'composed' || plan === undefined) return NOT_RUN[kind];
  const { rules, quote_mint } = RUN_TERMS.composed.parse(plan);
  if (quote_mint === undefined) return 'its plan names no quote_mint to trade against';
  if (rules.some(({ measure }) => measure === 'volume')) return 'the service does not measure volumes';
  return undefined;
}

/** Between two looks at a strategy that waits for a price or a balance. */
const LOOK_MS = 30_000;

/** Between two steps that are due, or two looks. */
export function intervalMsOf(kind: StrategyKind, plan: StrategyPlan): number {
  if (kind === 'dca' || kind === 'rebalance') return RUN_TERMS[kind].parse(plan).interval_seconds * 1000;
  return LOOK_MS;
}

/** The tool that creates strategies of a kind. */
export const creatorOf = (kind: StrategyKind): string =>
  kind === 'composed' ? 'compose_strategy' : `strategy_${kind}_create`;
