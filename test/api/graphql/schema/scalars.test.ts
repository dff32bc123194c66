import { type GraphQLScalarType, parseValue } from 'graphql';
import { describe, expect, test } from 'vitest';
import { SCALARS } from '../../../../api/graphql/schema/scalars.ts';

const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
const KEY = 'So11111111111111111111111111111111111111112';
const ACCEPTED: readonly (readonly [
  keyof typeof SCALARS,
  literal: string,
  variable: unknown,
  inside: unknown,
])[] = [
  ['BigUint', '"18446744073709551615"', '18446744073709551615', 18446744073709551615n],
  ['BigUint', '18446744073709551615', '18446744073709551615', 18446744073709551615n],
  ['BigUint', '0', 0, 0n],
  ['BigInt', '"-5"', '-5', -5n],
  ['BigInt', '-5', -5, -5n],
  ['Slot', '1042', 1042, 1042n],
  ['Count', '9007199254740991', 9007199254740991, 9007199254740991],
  ['Pubkey', `"${KEY}"`, KEY, KEY],
  ['UnixTime', '-1', -1, -1n],
  ['DateTime', '"2026-10-01T12:00:00.400Z"', '2026-10-01T12:00:00.400Z', '2026-10-01T12:00:00.400Z'],
];
const REFUSED: readonly (readonly [keyof typeof SCALARS, string])[] = [
  ...[
    '"-1"',
    '-1',
    '"01"',
    '"1.0"',
    '1.5',
    '1e3',
    '"0x10"',
    '" 1"',
    '""',
    'true',
    'null',
    '[1]',
    '{a: 1}',
  ].map((literal) => ['BigUint', literal] as const),
  ['BigUint', `"${'9'.repeat(79)}"`],
  ['BigInt', '"-0"'],
  ['BigInt', '"+1"'],
  ['Slot', '"1042"'],
  ['Slot', '-1'],
  ['Slot', '9007199254740992'],
  ['Count', '9007199254740992'],
  ['Count', '-1'],
  ['Pubkey', '"abc"'],
  ['Pubkey', `"${KEY}2"`],
  ['Pubkey', `"${KEY.replace('S', '0')}"`],
  ['UnixTime', '"1"'],
  ['UnixTime', '1.5'],
  ['DateTime', '"2026-13-01T12:00:00Z"'],
  ['DateTime', '"2026-02-30T12:00:00Z"'],
  ['DateTime', '"2026-10-01T12:00:00+02:00"'],
  ['DateTime', '1790000000'],
];
const REFUSED_VARIABLES: readonly (readonly [keyof typeof SCALARS, unknown])[] = [
  ['BigUint', 2 ** 53],
  ['BigUint', 1.5],
  ['BigUint', -0],
  ['BigUint', Number.NaN],
  ['Slot', 2 ** 53],
  ['Count', -1],
  ['Pubkey', 7],
  ['UnixTime', 0.5],
];

describe('a scalar', () => {
  test.for(ACCEPTED)('%s takes %s', ([name, literal, variable, inside]) => {
    const scalar: GraphQLScalarType = SCALARS[name];
    expect(scalar.parseLiteral(parseValue(literal))).toEqual(inside);
    expect(scalar.parseValue(variable)).toEqual(inside);
  });

  test.for(REFUSED)('%s refuses %s and says what it must be', ([name, literal]) => {
    const scalar: GraphQLScalarType = SCALARS[name];
    expect(() => scalar.parseLiteral(parseValue(literal))).toThrow(`${name} must be `);
  });

  test.for(REFUSED_VARIABLES)('%s refuses the JSON value %s', ([name, value]) => {
    const scalar: GraphQLScalarType = SCALARS[name];
    expect(() => scalar.parseValue(value)).toThrow(`${name} must be `);
  });

  test('gives amounts as strings, and times that a double cannot hold as exact integers', () => {
    expect(SCALARS.BigUint.serialize('18446744073709551615')).toBe('18446744073709551615');
    expect(SCALARS.BigInt.serialize('-5')).toBe('-5');
    const never = rawJSON('9223372036854775807');
    expect(JSON.stringify(SCALARS.UnixTime.serialize(never))).toBe('9223372036854775807');
  });

  test.for([
    ['BigUint', 5],
    ['BigUint', '-5'],
    ['BigUint', 5n],
    ['Slot', 1.5],
    ['Slot', 2 ** 53],
    ['Pubkey', 'short'],
    ['UnixTime', '5'],
    ['DateTime', 'yesterday'],
  ] as const)('%s never gives %s', ([name, value]) => {
    const scalar: GraphQLScalarType = SCALARS[name];
    expect(() => scalar.serialize(value)).toThrow(TypeError);
  });
});
