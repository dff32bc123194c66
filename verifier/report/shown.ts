import { foreignText } from '../failure.ts';

/** A foreign value on one line of a terminal. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string' && /^[\w.:-]{1,64}$/.test(value)) return value;
  if (typeof value !== 'object' || value === null) return foreignText(JSON.stringify(value));
  return Array.isArray(value) ? 'a list' : 'an object';
}
