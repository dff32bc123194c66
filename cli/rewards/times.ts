import { InvalidArgumentError } from 'commander';
import { A_U64, u64Text } from '../../schemas/u64.ts';

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

/** A time on the command line, in milliseconds since the Unix epoch. */
export function parseTime(text: string): number {
  const time = RFC3339.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new InvalidArgumentError('a time such as 2026-10-01T00:00:00Z.');
  return time;
}

/** A u64 on the command line, kept as text to send to another process. */
export function parseWhole(text: string): string {
  const whole = u64Text(A_U64).safeParse(text);
  if (!whole.success) throw new InvalidArgumentError(`${A_U64}.`);
  return whole.data;
}
