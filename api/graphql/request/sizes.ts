import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { limit } from '../../../schemas/reads/arguments.ts';
import { A_U64, U64_MAX } from '../../../schemas/u64.ts';
import { MIRROR_READS, REWARD_READS } from '../../actions/reads/all.ts';

/** Coerced arguments of a field. */
export type Values = Readonly<Record<string, unknown>>;
type Range = readonly [least: number, most: number];

const RANGES = [...MIRROR_READS, ...REWARD_READS].flatMap((read) =>
  Object.entries(read.arguments).flatMap(([name, { range }]) => (range ? [[name, range] as const] : [])),
);

/** Arguments that limit a field's children: those of the reads, with `first` for `limit`. */
export const SIZES: ReadonlyMap<string, Range> = new Map<string, Range>([['first', limit.range], ...RANGES]);

/** @throws PARAMETER_MALFORMED naming the argument and its range */
export function requireSizes(values: Values): void {
  for (const [name, [least, most]] of SIZES) {
    const value = values[name];
    if (typeof value !== 'number' || (value >= least && value <= most)) continue;
    throw new LaunchlensError('PARAMETER_MALFORMED', {
      name,
      expected: `a whole number from ${least} to ${most}`,
    });
  }
}

/** @throws PARAMETER_MALFORMED */
export function requireU64(name: string, value: bigint): bigint {
  if (value <= U64_MAX) return value;
  throw new LaunchlensError('PARAMETER_MALFORMED', { name, expected: A_U64 });
}

const MOST_KEYS = 100;

/** @throws PARAMETER_MALFORMED */
export function requireKeys<Key>(name: string, keys: readonly Key[]): readonly Key[] {
  if (keys.length >= 1 && keys.length <= MOST_KEYS) return keys;
  throw new LaunchlensError('PARAMETER_MALFORMED', { name, expected: `a list of 1 to ${MOST_KEYS} keys` });
}
