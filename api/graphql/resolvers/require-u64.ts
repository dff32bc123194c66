import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { U64_MAX } from '../../../schemas/u64.ts';

/** @throws PARAMETER_MALFORMED */
export function requireU64(name: string, value: bigint): bigint {
  if (value <= U64_MAX) return value;
  throw new LaunchlensError('PARAMETER_MALFORMED', { name, expected: `a whole number from 0 to ${U64_MAX}` });
}
