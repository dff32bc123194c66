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
