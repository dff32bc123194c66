import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Writes the bars of the reference evaluation to `fixtures/bars/synthetic-hourly.csv` or the file given as argument.
 * They are a random walk with drift and volatility that change every few days, from one seed and in integer arithmetic,
 * so the bytes are the same on any machine.
 */
const SEED = 20_250_101;
const FIRST_TS = 1_735_689_600;
const HOUR = 3600;
const BARS = 2_400;
/** Prices are in units of 10^-4 during generation. */
const START_PRICE = 1_500_000;
const MILLION = 1_000_000;

interface Weather {
  readonly hours: number;
  /** Millionths per hour. */
  readonly drift: number;
  readonly unrest: number;
}

let state = SEED;

/** An integer from 0 to below `bound` (mulberry32). */
function chance(bound: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let word = Math.imul(state ^ (state >>> 15), state | 1);
  word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
  return ((word ^ (word >>> 14)) >>> 0) % bound;
}

const between = (least: number, greatest: number): number => least + chance(greatest - least + 1);

/** Approximately normal: a sum of four. */
function shock(unrest: number): number {
  return (
    between(-unrest, unrest) + between(-unrest, unrest) + between(-unrest, unrest) + between(-unrest, unrest)
  );
}

function weather(): Weather {
  return { hours: between(36, 160), drift: between(-1_400, 1_500), unrest: between(1_200, 5_200) };
}

const moved = (price: number, millionths: number): number =>
  Math.max(1, Math.floor((price * (MILLION + millionths)) / MILLION));

const written = (price: number): string =>
  `${Math.floor(price / 10_000)}.${String(price % 10_000).padStart(4, '0')}`.replace(/\.?0+$/, '');

function rows(): string {
  let text = 'ts,open,high,low,close,volume\n';
  let now = weather();
  let left = now.hours;
  let open = START_PRICE;
  for (let bar = 0; bar < BARS; bar += 1, left -= 1) {
    if (left === 0) {
      now = weather();
      left = now.hours;
    }
    const change = now.drift + shock(now.unrest);
    const close = moved(open, change);
    const high = moved(Math.max(open, close), between(0, now.unrest));
    const low = moved(Math.min(open, close), -between(0, now.unrest));
    const volume = between(40_000, 90_000) * (1 + Math.floor(Math.abs(change) / 4_000));
    text += `${[FIRST_TS + bar * HOUR, written(open), written(high), written(low), written(close)].join(',')},${volume}\n`;
    open = close;
  }
  return text;
}

const target =
  process.argv[2] ?? fileURLToPath(new URL('../fixtures/bars/synthetic-hourly.csv', import.meta.url));
writeFileSync(target, rows());
