import { BAR_SECONDS, type Bar, parseBar } from '../../../harness/model/bar.ts';

const CYCLE = 10_000;
/** Prices are whole numbers of these, so that sums of them are exact in doubles too. */
const TICKS = 10_000;

/** Bars of chance, one after another without end in memory: a cycle of prices that comes again. */
export function barsOf(count: number): Iterable<Bar> & { readonly ticks: Float64Array } {
  const cycle = oneCycle();
  const ticks = Float64Array.from({ length: count }, (_, i) =>
    Math.round((cycle[i % CYCLE] as Bar).closeNumber * TICKS),
  );
  return {
    ticks,
    *[Symbol.iterator]() {
      for (let i = 0; i < count; i += 1) yield cycle[i % CYCLE] as Bar;
    },
  };
}

function oneCycle(): Bar[] {
  let state = 7;
  const chance = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  let price = 150 * TICKS;
  return Array.from({ length: CYCLE }, (_, i) => {
    const open = price;
    price = Math.max(TICKS, Math.round(price * (1 + chance() * 0.02) + (150 * TICKS - price) * 0.0003));
    const text = (ticks: number): string => (ticks / TICKS).toFixed(4);
    return parseBar(
      {
        ts: String(i * BAR_SECONDS),
        open: text(open),
        close: text(price),
        high: text(Math.max(open, price) + 5),
        low: text(Math.min(open, price) - 5),
        volume: String(1_000 + Math.round((chance() + 0.5) * 1_000)),
      },
      `bar ${i}`,
    );
  });
}
