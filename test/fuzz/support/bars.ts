import type { Random } from './random.ts';

const HOUR = 3_600;
const FIRST = 1_735_689_600;

/** A bar as it is written down, its numbers as text. */
export interface WrittenBar {
  readonly ts: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/** Hourly bars without a hole or a contradiction, of prices near one another. */
export function validBars(count: number, random: Random): WrittenBar[] {
  const places = random.below(12);
  let last = 1_000 + random.below(100_000);
  const price = (): number => Math.max(1, last + random.below(101) - 50);
  const written = (digits: number): string => {
    const text = String(digits).padStart(places + 1, '0');
    return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  };
  return Array.from({ length: count }, (_, index) => {
    const [open, close] = [last, price()];
    const [high, low] = [Math.max(open, close) + random.below(9), Math.min(open, close)];
    last = close;
    return {
      ...{ ts: FIRST + index * HOUR, open: written(open), high: written(high), low: written(low) },
      ...{ close: written(close), volume: written(random.below(100_000)) },
    };
  });
}
