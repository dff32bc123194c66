import { fixedBase58 } from '../../core/kernel/base58.ts';
import type { WireInteger } from '../../schemas/rest/scalars.ts';

const FIRST_SECOND = -62_167_219_200n;
const LAST_SECOND = 253_402_300_799n;

// ES2025; TypeScript's library declares it a year later than Node runs it.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): { readonly rawJSON: string } };

/** A JSON integer, exact at any size. */
export function wireInteger(value: bigint): WireInteger {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : rawJSON(value.toString());
}

/** All digits of a JSON integer, for transports that return amounts as text. */
export function wireDigits(value: WireInteger): string {
  return typeof value === 'number' ? String(value) : value.rawJSON;
}

/** A slot or a count; every real one is far below 2^53. */
export function wireCount(value: bigint): number {
  return Number(value);
}

export function wireAmount(value: bigint): string {
  return value.toString();
}

/** A signature of 64 bytes, in base58. */
export const wireSignature = fixedBase58(64);

/** RFC 3339 in UTC; null outside the format's calendar (years 0 to 9999). */
export function wireTime(seconds: bigint): string | null {
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) return null;
  return wireInstant(Number(seconds) * 1000);
}

/** RFC 3339 in UTC, of milliseconds since the Unix epoch. */
export function wireInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}
