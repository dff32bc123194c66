import { LaunchlensError } from '../kernel/errors/error.ts';

const U32_MAX = 0xffff_ffff;

/** @throws RULE_INPUT_OUT_OF_RANGE */
export function requireU32(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 0 || value > U32_MAX) throw outOfRange(name, 'u32', value);
}

/** @throws RULE_INPUT_OUT_OF_RANGE */
export function requireU64(name: string, value: bigint): void {
  if (BigInt.asUintN(64, value) !== value) throw outOfRange(name, 'u64', value);
}

/** @throws RULE_INPUT_OUT_OF_RANGE */
export function requireI64(name: string, value: bigint): void {
  if (BigInt.asIntN(64, value) !== value) throw outOfRange(name, 'i64', value);
}

/** @throws RULE_INPUT_OUT_OF_RANGE */
export function requireU128(name: string, value: bigint): void {
  if (BigInt.asUintN(128, value) !== value) throw outOfRange(name, 'u128', value);
}

function outOfRange(
  name: string,
  type: 'u32' | 'u64' | 'i64' | 'u128',
  value: number | bigint,
): LaunchlensError<'RULE_INPUT_OUT_OF_RANGE'> {
  return new LaunchlensError('RULE_INPUT_OUT_OF_RANGE', { name, type, value: value.toString() });
}
