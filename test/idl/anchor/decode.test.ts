import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileDecoder } from '../../../idl/anchor/decode.ts';
import { encodedByAnchor, valuesOf } from './anchor-values.ts';
import { accountOf, DISCRIMINATOR, field, randomTypes, struct, type Type } from './random-types.ts';

function decoded(types: readonly Type[], hex: string) {
  const { layout } = accountOf(...types);
  return compileDecoder(layout, DISCRIMINATOR.length)(Buffer.from(`010203${hex.replaceAll(' ', '')}`, 'hex'));
}

const data = (value: unknown) => ({ kind: 'decoded', data: value });
const undecodable = (reason: string) => ({ kind: 'undecodable', reason });

describe('an account of an Anchor IDL', () => {
  test('decodes to what Anchor’s own coder encoded, for random types and values', () => {
    const cases = randomTypes.chain((types) =>
      valuesOf(accountOf(...types).layout).map((value) => ({ types, value })),
    );
    fc.assert(
      fc.property(cases, fc.uint8Array({ maxLength: 4 }), ({ types, value }, padding) => {
        const bytes = encodedByAnchor(types, 'It', value.anchor);
        expect(decoded(types, Buffer.concat([bytes, padding]).toString('hex'))).toEqual(data(value.json));
      }),
      { numRuns: 150 },
    );
  });

  test('is undecodable however many of its last bytes are missing', () => {
    const cases = randomTypes.chain((types) =>
      valuesOf(accountOf(...types).layout).map((value) => ({ types, value })),
    );
    fc.assert(
      fc.property(cases, fc.nat(), ({ types, value }, at) => {
        const bytes = encodedByAnchor(types, 'It', value.anchor);
        fc.pre(bytes.length > 0);
        const cut = bytes.subarray(0, at % bytes.length);
        expect(decoded(types, cut.toString('hex')).kind).toBe('undecodable');
      }),
      { numRuns: 100 },
    );
  });

  test('tells an option within an option from none', () => {
    const types = [struct('It', [field('a', { option: { option: 'u8' } })])];
    expect(decoded(types, '00')).toEqual(data({ a: null }));
    expect(decoded(types, '01 00')).toEqual(data({ a: { some: null } }));
    expect(decoded(types, '01 01 07')).toEqual(data({ a: { some: 7 } }));
  });

  test('has the bytes of a COption even where it is none', () => {
    const types = [struct('It', [field('a', { coption: 'u16' }), field('b', 'u8')])];
    expect(decoded(types, '00000000 ffff 05')).toEqual(data({ a: null, b: 5 }));
    expect(decoded(types, '01000000 0700 05')).toEqual(data({ a: 7, b: 5 }));
    expect(decoded(types, '02000000 0700 05')).toEqual(
      undecodable('The tag of It.a is 2, and that of an option is 0 or 1.'),
    );
  });

  test('takes the shape of what its generic types are given', () => {
    const pair = {
      ...struct('Pair', [
        field('values', { array: [{ generic: 'T' }, { generic: 'N' }] }),
        field('one', { generic: 'T' }),
      ]),
      generics: [
        { kind: 'type', name: 'T' },
        { kind: 'const', name: 'N', type: 'usize' },
      ],
    };
    const pairOf = (type: unknown, value: string) => ({
      defined: {
        name: 'Pair',
        generics: [
          { kind: 'type', type },
          { kind: 'const', value },
        ],
      },
    });
    const nested = pairOf(pairOf('bool', '1'), '1');
    const types = [pair, struct('It', [field('bytes', pairOf('u8', '2')), field('nested', nested)])];
    expect(decoded(types, '0102 03  01 00  00 01')).toEqual(
      data({
        bytes: { values: 'AQI=', one: 3 },
        nested: { values: [{ values: [true], one: false }], one: { values: [false], one: true } },
      }),
    );
  });

  test('is read as it lies in memory where fields are aligned, and in a row where they are packed', () => {
    const fields = [field('a', 'u8'), field('b', 'u32'), field('c', 'u8')];
    const inner = (repr: object) => struct('Inner', fields, { serialization: 'bytemuckunsafe', repr });
    const outer = struct('It', [
      field('all', { array: [{ defined: { name: 'Inner' } }, 2] }),
      field('end', 'u8'),
    ]);
    const value = {
      all: [
        { a: 1, b: 2, c: 3 },
        { a: 4, b: 5, c: 6 },
      ],
      end: 7,
    };
    expect(
      decoded([inner({ kind: 'c' }), outer], '01000000 02000000 03000000 04000000 05000000 06000000 07'),
    ).toEqual(data(value));
    expect(decoded([inner({ kind: 'c', packed: true }), outer], '01 02000000 03 04 05000000 06 07')).toEqual(
      data(value),
    );
  });

  test('has a packed struct begin anywhere in an aligned one', () => {
    const memory = { serialization: 'bytemuckunsafe' };
    const fields = [field('a', 'u8'), field('b', 'u32')];
    const inner = struct('Inner', fields, { ...memory, repr: { kind: 'c', packed: true } });
    const outer = struct('It', [field('first', 'u8'), field('in', { defined: { name: 'Inner' } })], {
      ...memory,
      repr: { kind: 'c' },
    });
    expect(decoded([inner, outer], '01 02 03000000')).toEqual(data({ first: 1, in: { a: 2, b: 3 } }));
  });

  test('says of bytes that its layout does not explain what and where', () => {
    const state = { name: 'State', type: { kind: 'enum', variants: [{ name: 'Open' }, { name: 'Closed' }] } };
    const of = (type: unknown) => [state, struct('It', [field('a', type)])];
    const all: [unknown, string, string][] = [
      ['bool', '02', 'It.a is 2, and a bool is 0 or 1.'],
      [{ defined: { name: 'State' } }, '02', 'State has variant 2, and the IDL knows 2.'],
      ['string', '01000000 ff', 'It.a is not UTF-8.'],
      [{ option: 'u8' }, '05', 'The tag of It.a is 5, and that of an option is 0 or 1.'],
      ['u64', '01', 'The account ends 7 bytes before the end of It.a.'],
      [{ vec: 'u16' }, 'ffffffff 0100', 'It.a has 4294967295 elements, more than the account has bytes for.'],
    ];
    for (const [type, hex, reason] of all) expect(decoded(of(type), hex)).toEqual(undecodable(reason));
  });
});
