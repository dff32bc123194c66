import { noun } from '../../core/kernel/counted.ts';

const STEPS: readonly (readonly [number, string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** A duration in its two greatest units: `3 d 4 h`, `1 min 5 s`. Seconds, whole and not negative. */
export function span(seconds: bigint): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [size, name] of STEPS) {
    const count = rest / BigInt(size);
    rest %= BigInt(size);
    if (count > 0n) parts.push(`${count} ${name}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ') || '0 s';
}

/** `in 3 min`, `2 h ago`, `now`; both are Unix seconds. */
export function relative(time: bigint, now: bigint): string {
  if (time === now) return 'now';
  return time > now ? `in ${span(time - now)}` : `${span(now - time)} ago`;
}

/** The latest `Date`, in seconds. */
const FURTHEST = 8_640_000_000_000n;

/** Unix seconds as `2026-01-01 00:01:36 UTC`; a time beyond any calendar as seconds. */
export function calendar(time: bigint): string {
  if (time > FURTHEST || time < -FURTHEST) return `Unix second ${time}`;
  const text = new Date(Number(time) * 1000).toISOString();
  return `${text.slice(0, -5).replace('T', ' ')} UTC`;
}

/** Milliseconds since the Unix epoch, as whole seconds. */
export function seconds(milliseconds: number): bigint {
  return BigInt(Math.floor(milliseconds / 1000));
}

/** `2 h ago`, or `now`: a past event is never shown in the future because a clock is slightly behind. */
export function ago(time: bigint, now: bigint): string {
  return relative(time, later(time, now));
}

const later = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** Digits in groups of three. */
export function grouped(value: bigint | number): string {
  const text = value.toString();
  const [sign, digits] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text];
  return sign + digits.replace(/\B(?=(?:[0-9]{3})+$)/g, ',');
}

/** `1 slot`, `2,345 slots`. */
export function formatCount(count: bigint | number, one: string, many?: string): string {
  return `${grouped(count)} ${noun(BigInt(count), one, many)}`;
}

/**
 * Base units as token units, to the last digit: `1234567n` with 6 decimals is `1.234567`. Trailing zeros of the fraction
 * are omitted.
 */
export function tokenUnits(base: bigint, decimals: number): string {
  const sign = base < 0n ? '-' : '';
  const digits = (base < 0n ? -base : base).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${sign}${grouped(BigInt(whole))}${fraction && `.${fraction}`}`;
}

/** What amounts of a mint are in: its symbol, or what is known of it. */
export function unitOf({
  symbol,
  decimals,
}: {
  readonly symbol: string | null;
  readonly decimals: number | null;
}): string {
  return decimals === null ? 'base units' : (symbol ?? 'tokens');
}

/** What a number of token units lacks of its mint's decimals: in a column it takes their room, so that points align. */
export function fractionPad(units: string, decimals: number): string {
  const [, fraction] = units.split('.');
  if (fraction === undefined) return decimals === 0 ? '' : `.${'0'.repeat(decimals)}`;
  return '0'.repeat(decimals - fraction.length);
}

const SUFFIXES: readonly (readonly [number, string])[] = [
  [12, 'T'],
  [9, 'B'],
  [6, 'M'],
  [3, 'K'],
];

/** Token units in few characters, truncated and never rounded up: `255,230.674501` is `255.2K`. For axes and cards. */
export function shortUnits(base: bigint, decimals: number): string {
  const sign = base < 0n ? '-' : '';
  const value = base < 0n ? -base : base;
  const whole = value / 10n ** BigInt(decimals);
  for (const [zeros, suffix] of SUFFIXES) {
    if (whole < 10n ** BigInt(zeros)) continue;
    const tenths = (whole * 10n) / 10n ** BigInt(zeros);
    const rest = tenths % 10n;
    return `${sign}${grouped(tenths / 10n)}${rest === 0n ? '' : `.${rest}`}${suffix}`;
  }
  const [head = '0', fraction = ''] = tokenUnits(value, decimals).split('.');
  const cut = fraction
    .slice(0, whole === 0n ? Math.max(2, fraction.search(/[1-9]/) + 2) : 2)
    .replace(/0+$/, '');
  return `${sign}${head}${cut && `.${cut}`}`;
}

/** A share in basis points, truncated; 0 of nothing. */
export function shareBps(part: bigint, whole: bigint): bigint {
  return whole <= 0n ? 0n : (part * 10_000n) / whole;
}

/** `12.34 %`. */
export function percent(bps: bigint): string {
  const fraction = (bps % 100n).toString().padStart(2, '0').replace(/0+$/, '');
  return `${grouped(bps / 100n)}${fraction && `.${fraction}`} %`;
}
