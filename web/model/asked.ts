import { z } from 'zod';
import { KEY, shortKey } from './keys.ts';

const given = z.record(z.string(), z.unknown());

/** The arguments of a call in a line: `launch id: 4, amount: 1000`. Cut ones stay as they are. */
export function askedText(asked: string): string {
  const values = given.safeParse(parsed(asked)).data;
  if (values === undefined) return asked;
  return Object.entries(values)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueText(value)}`)
    .join(', ');
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return KEY.test(value) ? shortKey(value) : value;
  return JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
