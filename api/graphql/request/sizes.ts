import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { GRAPHQL_LIMITS as LIMITS } from '../limits.ts';
import type { Values } from './arguments.ts';
import type { SIZE_ARGUMENTS } from './cost.ts';

const BOUNDS: Readonly<Record<(typeof SIZE_ARGUMENTS)[number], readonly [least: number, most: number]>> = {
  first: [1, LIMITS.pageSize],
  limit: [1, LIMITS.pageSize],
  points: [2, LIMITS.curvePoints],
  buckets: [1, LIMITS.buckets],
};

/** @throws PARAMETER_MALFORMED naming the argument and its bounds */
export function requireSizes(values: Values): void {
  for (const [name, [least, most]] of Object.entries(BOUNDS)) {
    const value = values[name];
    if (typeof value !== 'number' || (value >= least && value <= most)) continue;
    throw new LaunchlensError('PARAMETER_MALFORMED', {
      name,
      expected: `a whole number from ${least} to ${most}`,
    });
  }
}
