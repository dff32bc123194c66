import { parseDecimal } from '../../core/kernel/decimal.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { PRICE_PLACES } from '../../core/rules/paper/units.ts';
import { priceText } from './decimal.ts';

export const BAR_SECONDS = 3600;
/** Far above any price or volume, and low enough that sums of indicators stay within a double's range. */
const TOO_GREAT = 10n ** BigInt(PRICE_PLACES + 30);

/** One closed bar. Prices are exact; `Number` fields are the same figures for indicators, converted once. */
export interface Bar {
  /** Unix seconds at which it opened. */
  readonly ts: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: bigint;
  readonly highNumber: number;
  readonly lowNumber: number;
  readonly closeNumber: number;
  readonly volumeNumber: number;
}

/** A bar as written: decimal numbers as text. */
export interface BarText {
  readonly ts: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/** @throws HARNESS_BARS_MALFORMED, which names `where` */
export function parseBar(text: BarText, where: string): Bar {
  const number = (field: Exclude<keyof BarText, 'ts'>): bigint => {
    const value = parseDecimal(text[field], PRICE_PLACES);
    if (value === undefined) {
      throw malformed(where, `${field} is no decimal number of at most ${PRICE_PLACES} decimals`);
    }
    if (value >= TOO_GREAT) throw malformed(where, `${field} is 10^30 or more`);
    return value;
  };
  if (!/^\d{1,11}$/.test(text.ts)) throw malformed(where, 'the time is no Unix time in seconds');
  const bar = {
    ts: Number(text.ts),
    open: number('open'),
    high: number('high'),
    low: number('low'),
    close: number('close'),
    volume: number('volume'),
    highNumber: Number(text.high),
    lowNumber: Number(text.low),
    closeNumber: Number(text.close),
    volumeNumber: Number(text.volume),
  };
  requireSane(bar, where);
  return bar;
}

function requireSane({ ts, open, high, low, close, volume }: Bar, where: string): void {
  if (ts % BAR_SECONDS !== 0) throw malformed(where, 'the bar does not open on the hour');
  if (high < low) throw malformed(where, 'the high is below the low');
  if (low <= 0n) throw malformed(where, 'a price is not above zero');
  if (open > high || open < low) throw malformed(where, 'the open is not between low and high');
  if (close > high || close < low) throw malformed(where, 'the close is not between low and high');
  if (volume < 0n) throw malformed(where, 'the volume is below zero');
}

/** The canonical form of a bar, so that a digest over bars is unambiguous. */
export function barLine({ ts, open, high, low, close, volume }: Bar): string {
  return `${ts},${[open, high, low, close, volume].map(priceText).join(',')}\n`;
}

export function malformed(where: string, detail: string): LaunchlensError<'HARNESS_BARS_MALFORMED'> {
  return new LaunchlensError('HARNESS_BARS_MALFORMED', { where, detail });
}
