import type { Entry } from '../run.ts';

const MOST = 64;

/** Evenly spaced values of a series of unknown length: 33 to 64 of them, and the newest. */
export interface Sampler {
  /** The value is computed only if it is kept. */
  add(value: () => bigint): void;
  values(): readonly bigint[];
}

function createSampler(): Sampler {
  let kept: bigint[] = [];
  let stride = 1;
  let seen = 0;
  let newest: (() => bigint) | undefined;
  return {
    add: (value) => {
      newest = value;
      if (seen % stride === 0) kept.push(value());
      seen += 1;
      if (kept.length < MOST) return;
      kept = kept.filter((_, index) => index % 2 === 0);
      stride *= 2;
    },
    values: () => (newest === undefined || (seen - 1) % stride === 0 ? kept : [...kept, newest()]),
  };
}

/** The figures of the summary, in memory that does not grow with the number of bars. */
export interface Totals {
  bars: number;
  matched: number;
  buys: number;
  sells: number;
  technology: bigint;
  slippage: bigint;
  priority: bigint;
  firstTs: number;
  lastTs: number;
  readonly vetoes: Map<string, number>;
  readonly equity: Sampler;
}

export function createTotals(): Totals {
  const sums = { technology: 0n, slippage: 0n, priority: 0n };
  const counts = { bars: 0, matched: 0, buys: 0, sells: 0, firstTs: 0, lastTs: 0 };
  return { ...counts, ...sums, vetoes: new Map(), equity: createSampler() };
}

export function addTo(totals: Totals, { bar, matched, veto, fill, equity }: Entry): void {
  if (totals.bars === 0) totals.firstTs = bar.ts;
  totals.lastTs = bar.ts;
  totals.bars += 1;
  if (matched) totals.matched += 1;
  if (veto) totals.vetoes.set(veto, (totals.vetoes.get(veto) ?? 0) + 1);
  totals.equity.add(equity);
  if (!fill) return;
  if (fill.side === 'buy') totals.buys += 1;
  else totals.sells += 1;
  totals.technology += fill.costs.technology;
  totals.slippage += fill.costs.slippage;
  totals.priority += fill.costs.priority;
}

export const totalCosts = ({ technology, slippage, priority }: Totals): bigint =>
  technology + slippage + priority;
