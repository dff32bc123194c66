import { U64_MAX } from '../../schemas/u64.ts';
import { LaunchlensError } from './errors/error.ts';

const DECIMAL = /^(0|[1-9][0-9]{0,19})$/;

/** Parses a canonical unsigned decimal of at most 64 bits. @throws U64_MALFORMED */
export function parseU64(name: string, text: string): bigint {
  const value = DECIMAL.test(text) ? BigInt(text) : undefined;
  if (value === undefined || value > U64_MAX) {
    throw new LaunchlensError('U64_MALFORMED', { name, value: text.slice(0, 64) });
  }
  return value;
}

/**
 * Slots, counts and Unix seconds are written as JSON integers. Real ones are far below 2^53; a larger one can
 * only be corrupt data and is refused rather than rounded.
 */
export function jsonInteger(name: string, value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER) || value < BigInt(Number.MIN_SAFE_INTEGER)) {
    throw new LaunchlensError('U64_MALFORMED', { name, value: value.toString() });
  }
  return Number(value);
}
