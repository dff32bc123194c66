import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { named, unknownNames, wrongIn, wrongValues } from '../../../core/kernel/wrong-value.ts';

const shape = z.strictObject({
  amount: z.string({ error: 'a decimal string' }).regex(/^\d+$/, 'a decimal string').max(3, 'short'),
  limit: z.int().min(1).max(30),
  terms: z.strictObject({ open: z.boolean() }),
});

function refused(value: unknown): string {
  const { error } = shape.safeParse(value);
  if (error === undefined) throw new Error('it was taken');
  return new LaunchlensError('PARAMETER_MALFORMED', wrongValues(error)).message;
}

describe('wrong values', () => {
  test('are all named at once, in the order of the schema, and each once', () => {
    const value = { terms: { open: 'yes', more: 1, most: 2 }, limit: 31, amount: 'secret' };
    expect(refused(value)).toBe(
      [
        'amount must be a decimal string.',
        'limit must be at most 30.',
        'terms.open must be true or false.',
        'terms.more must be left out: it is not a known field.',
        'terms.most must be left out: it is not a known field.',
      ].join(' '),
    );
  });

  test('say the same of one as ever', () => {
    expect(refused({ amount: '1', limit: 0, terms: { open: true } })).toBe('limit must be at least 1.');
  });

  test('are named up to ten, and the others counted', () => {
    const { error } = z.array(z.boolean()).safeParse(Array.from({ length: 12 }, () => 'no'));
    const wrong = error ? wrongIn(error) : [];
    const { message } = new LaunchlensError('PARAMETER_MALFORMED', named(wrong));
    expect(message.match(/must be/g)).toHaveLength(10);
    expect(message).toMatch(
      /^0 must be true or false\. 1 must.* 9 must be true or false\. 2 more values are wrong\.$/,
    );
    expect(new LaunchlensError('PARAMETER_MALFORMED', named(wrong.slice(0, 11))).message).toMatch(
      / 1 more value is wrong\.$/,
    );
  });

  test('come after unknown names, within the same bound', () => {
    const names = Array.from({ length: 9 }, (_, index) => `${index}`.padStart(50, 'x'));
    const wrong = ['a', 'b', 'c'].map((name) => ({ name, expected: 'left alone' }));
    const { names: shown, others, unnamed } = unknownNames(names, wrong);
    expect(shown).toEqual(names.map((name) => `${name.slice(0, 40)}…`));
    expect([others, unnamed]).toEqual([wrong.slice(0, 1), 2]);
    const many = unknownNames(Array.from({ length: 15 }, String), wrong);
    expect([many.names.length, many.others, many.unnamed]).toEqual([10, [], 8]);
  });
});
