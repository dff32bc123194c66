import { describe, expect, test } from 'vitest';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { columnsOf } from '../../../idl/anchor/columns.ts';
import { readIdl } from '../../../idl/anchor/document.ts';
import { accountsOf } from '../../../idl/anchor/resolve.ts';

const struct = (name: string, fields: unknown) => ({ name, type: { kind: 'struct', fields } });
const variants = (name: string, of: readonly unknown[]) => ({ name, type: { kind: 'enum', variants: of } });
const field = (name: string, type: unknown) => ({ name, type });
const defined = (name: string) => ({ defined: { name } });
const account = (name: string, ...discriminator: number[]) => ({ name, discriminator });

function idl({
  types = [],
  accounts = [account('It', 1)],
}: {
  types?: unknown[];
  accounts?: unknown[];
}): string {
  return JSON.stringify({ metadata: { name: 'vault', version: '1.0.0', spec: '0.1.0' }, accounts, types });
}

function refusal(text: string): string | undefined {
  try {
    const [first] = accountsOf(readIdl(text));
    return first && 'refusal' in first ? first.refusal.message : undefined;
  } catch (error) {
    if (isLaunchlensError(error)) return error.message;
    throw error;
  }
}

/** Each type holds the next one twice. */
const doubling = (count: number, last: unknown) =>
  Array.from({ length: count }, (_, at) => {
    const next = at === count - 1 ? last : defined(`T${at + 1}`);
    return struct(at === 0 ? 'It' : `T${at}`, [field('a', next), field('b', next)]);
  });
const chain = Array.from({ length: 5_000 }, (_, at) =>
  struct(at === 0 ? 'It' : `T${at}`, at === 4_999 ? [] : [field('next', defined(`T${at + 1}`))]),
);

describe('an IDL that cannot be used', () => {
  const of = (type: unknown) => idl({ types: [struct('It', [field('a', type)])] });
  const cases: readonly (readonly [string, string, string])[] = [
    ['that is cut off', of('u8').slice(0, -9), 'its text: it is not JSON, or cut off.'],
    ['of 10 MB', `"${'a'.repeat(10_000_000)}"`, 'its size: 10000002 bytes are more than 4194304.'],
    ['nested endlessly', '['.repeat(4_000_000), 'its text: it nests more than 128 levels.'],
    ['that is no object', '[]', 'its root: Invalid input: expected object, received array.'],
    [
      'with an account twice',
      idl({ accounts: [account('It', 1), account('It', 2)] }),
      'accounts: It is declared twice.',
    ],
    [
      'with a type twice',
      idl({ types: [struct('It', []), struct('It', [])] }),
      'types: It is declared twice.',
    ],
    [
      'with a field twice',
      idl({ types: [struct('It', [field('a', 'u8'), field('a', 'u8')])] }),
      'types.It: a is declared twice.',
    ],
    ['without the type of its account', idl({}), 'accounts.It: there is no type It.'],
    ['with an unknown type', of('u512'), 'types.It.a: type "u512" is not known.'],
    ['with a map', of({ hashMap: ['u8', 'u8'] }), 'types.It.a: type {"hashMap":["u8","u8"]} is not known.'],
    ['with a type that is not there', of(defined('Fees')), 'types.It.a: there is no type Fees.'],
    ['with a type within itself', of({ vec: defined('It') }), 'types.It.a: It contains itself.'],
    ['whose types double', idl({ types: doubling(40, 'u8') }), 'types.T17: it is larger than any account.'],
    [
      'whose types without bytes double',
      idl({ types: [...doubling(40, defined('No')), struct('No', [])] }),
      'types.T17: it is larger than any account.',
    ],
    [
      'of 5,000 types in each other',
      idl({ types: chain }),
      'types.T63.next: types nest more than 64 levels.',
    ],
    ['with an endless array', of({ array: ['u8', 4e9] }), 'types.It.a: it is larger than any account.'],
    [
      'with a length that is none',
      of({ array: ['u8', { generic: 'N' }] }),
      'types.It.a: the length of an array is not a number.',
    ],
    [
      'with a COption of any length',
      of({ coption: 'string' }),
      'types.It.a: a COption has the bytes of its value even without one, so the value needs a fixed size.',
    ],
    [
      'with too many variants',
      idl({
        types: [
          variants(
            'It',
            Array.from({ length: 257 }, (_, at) => ({ name: `V${at}` })),
          ),
        ],
      }),
      'types.It: an enum has 1 to 256 variants, not 257.',
    ],
    [
      'with a serialization of its own',
      idl({ types: [{ ...struct('It', []), serialization: { custom: 'mine' } }] }),
      'types.It: its serialization mine is not known.',
    ],
    [
      'whose account matches everything',
      idl({ accounts: [account('It')] }),
      'It: an empty discriminator matches every account.',
    ],
    [
      'whose accounts cannot be told apart',
      idl({ accounts: [account('It', 1, 2), account('Other', 1)] }),
      'It: its discriminator cannot be told from that of Other.',
    ],
    [
      'with a name that is no name',
      idl({ types: [struct('It', [field('__proto__', 'u8')])] }),
      'types.It.0.name: no field can have this name.',
    ],
    [
      'whose fields in memory depend on the compiler',
      idl({
        types: [
          {
            ...struct('It', [field('a', 'u64'), field('b', 'u128')]),
            serialization: 'bytemuckunsafe',
            repr: { kind: 'c' },
          },
        ],
      }),
      'types.It: where its fields begin depends on the compiler, since one has 128 bits.',
    ],
  ];

  test.each(cases)('%s gets one clear line', (_, text, line) => {
    expect(refusal(text)).toBe(`The IDL cannot be used because of ${line}`);
  });
});

describe('the columns of an account', () => {
  test('hold each of its types', () => {
    const types = [
      variants('Side', [{ name: 'Long' }, { name: 'Short' }]),
      variants('State', [
        { name: 'Open' },
        { name: 'Closed', fields: [field('at', 'i64'), field('by', 'pubkey')] },
        { name: 'Moved', fields: ['u8'] },
      ]),
      struct('Pair', ['u8', 'string']),
      struct('None', []),
      struct('It', [
        ...['u256', 'i8', 'f32', 'bool', 'string', 'bytes', 'pubkey'].map((type) => field(`a_${type}`, type)),
        field('fixed', { array: ['u8', 3] }),
        field('side', defined('Side')),
        field('state', defined('State')),
        field('maybe', { option: 'u64' }),
        field('maybe_pair', { option: defined('Pair') }),
        field('maybe_twice', { option: { option: 'u8' } }),
        field('list', { vec: { array: [defined('Pair'), 2] } }),
        field('none', defined('None')),
      ]),
    ];
    const [it] = accountsOf(readIdl(idl({ types })));
    if (!it || 'refusal' in it) throw it?.refusal;
    expect(columnsOf(it.layout).map(({ name, type }) => `${name} ${type}`)).toEqual([
      'a_u256 UInt256',
      'a_i8 Int8',
      'a_f32 Float32',
      'a_bool Bool',
      'a_string String',
      'a_bytes String',
      'a_pubkey FixedString(32)',
      'fixed FixedString(3)',
      "side Enum8('Long' = 0, 'Short' = 1)",
      "state Tuple(variant Enum8('Open' = 0, 'Closed' = 1, 'Moved' = 2), Closed Array(Tuple(at Int64, by FixedString(32))), Moved Array(Tuple(UInt8)))",
      'maybe Nullable(UInt64)',
      'maybe_pair Array(Tuple(UInt8, String))',
      'maybe_twice Array(Nullable(UInt8))',
      'list Array(Array(Tuple(UInt8, String)))',
      'none Tuple(UInt8)',
    ]);
  });
});
