import { describe, expect, test } from 'vitest';
import { accountDiscriminator } from '../../idl/discriminators.ts';
import escrow from '../../idl/escrow.json' with { type: 'json' };
import { ESCROW_IDL, LAUNCH_CONFIG, PLEDGE } from '../../idl/escrow.ts';
import { ESCROW_IDL_HASH, idlHash } from '../../idl/hash.ts';
import { accountLayout, fieldOf } from '../../idl/layout.ts';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { parseIdl } from '../../idl/schema.ts';
import { PROGRAM_BUILDS } from '../support/program-builds.ts';

const u8Struct = (fields: unknown) => ({
  ...escrow,
  types: [{ name: 'Pledge', type: { kind: 'struct', fields } }],
});

describe('the LaunchConfig account', () => {
  test.each([
    [10, 'status', 'u8', 1],
    [11, 'launch_id', 'u64', 8],
    [19, 'authority', 'pubkey', 32],
    [51, 'launch_mint', 'pubkey', 32],
    [83, 'pledge_mint', 'pubkey', 32],
    [115, 'escrow_token_account', 'pubkey', 32],
    [147, 'min_raise', 'u64', 8],
    [155, 'max_raise', 'u64', 8],
    [163, 'token_allocation', 'u64', 8],
    [171, 'total_pledged', 'u64', 8],
    [179, 'pledger_count', 'u32', 4],
    [183, 'start_ts', 'i64', 8],
    [191, 'end_ts', 'i64', 8],
    [199, 'release_start_ts', 'i64', 8],
    [207, 'release_cliff_seconds', 'u32', 4],
    [211, 'release_duration_seconds', 'u32', 4],
    [215, 'max_pledge_per_wallet', 'u64', 8],
  ])('has at byte %i its %s, a %s', (offset, name, type, size) => {
    expect(fieldOf(LAUNCH_CONFIG, name)).toEqual({ name, type, offset, size });
  });

  test('keeps the bytes that the specification does not show, and is 343 bytes long', () => {
    expect(fieldOf(LAUNCH_CONFIG, 'header')).toMatchObject({ offset: 8, size: 2, type: 'bytes' });
    expect(fieldOf(LAUNCH_CONFIG, 'tail')).toMatchObject({ offset: 223, size: 120, type: 'bytes' });
    expect(LAUNCH_CONFIG.size).toBe(343);
  });
});

describe('the Pledge account', () => {
  test.each([
    [10, 'launch_id', 'u64', 8],
    [18, 'pledger', 'pubkey', 32],
    [50, 'amount', 'u64', 8],
    [58, 'tokens_released', 'u64', 8],
    [66, 'refunded', 'bool', 1],
    [67, 'pledged_ts', 'i64', 8],
  ])('has at byte %i its %s, a %s', (offset, name, type, size) => {
    expect(fieldOf(PLEDGE, name)).toEqual({ name, type, offset, size });
  });

  test('keeps the bytes that the specification does not show, and is 139 bytes long', () => {
    expect(fieldOf(PLEDGE, 'header')).toMatchObject({ offset: 8, size: 2, type: 'bytes' });
    expect(fieldOf(PLEDGE, 'tail')).toMatchObject({ offset: 75, size: 64, type: 'bytes' });
    expect(PLEDGE.size).toBe(139);
  });
});

describe('both layouts', () => {
  test.each([LAUNCH_CONFIG, PLEDGE])('of $name have neither holes nor overlaps', ({ fields, size }) => {
    let offset = 8;
    for (const field of fields) {
      expect(field.offset).toBe(offset);
      offset += field.size;
    }
    expect(offset).toBe(size);
  });

  test.each([
    [LAUNCH_CONFIG, '12a109e066911d5e'],
    [PLEDGE, 'a1c5792e634ba983'],
  ])('of $name begin with the discriminator %s of their name', ({ name, discriminator }, hex) => {
    expect(Buffer.from(discriminator).toString('hex')).toBe(hex);
    expect(accountDiscriminator(name)).toEqual(discriminator);
  });
});

describe('the builds of the program', () => {
  test('agree on every byte, and the one without a cap reserves its eight bytes', () => {
    const [capped, uncapped] = PROGRAM_BUILDS.map(({ idl }) => accountLayout(idl, 'LaunchConfig'));
    const shared = capped?.fields.filter(({ name }) => !['max_pledge_per_wallet', 'tail'].includes(name));
    expect(uncapped?.fields.slice(0, -1)).toEqual(shared);
    expect(uncapped?.fields.at(-1)).toEqual({ name: 'tail', type: 'bytes', offset: 215, size: 128 });
    expect(uncapped?.size).toBe(capped?.size);
    expect(PROGRAM_BUILDS.map(({ idl }) => accountLayout(idl, 'Pledge'))).toEqual([PLEDGE, PLEDGE]);
  });
});

describe('the IDL', () => {
  test('names the program of the local chain', () => {
    expect(ESCROW_IDL.address).toBe(LOCALNET_PROGRAM_ID);
  });

  test('has a hash that changes with any field and with nothing else', () => {
    const [, uncapped] = PROGRAM_BUILDS;
    expect(ESCROW_IDL_HASH).toMatch(/^[0-9a-f]{64}$/);
    expect(idlHash({ ...ESCROW_IDL, address: '11111111111111111111111111111111' })).toBe(ESCROW_IDL_HASH);
    expect(idlHash(parseIdl(reordered(escrow)))).toBe(ESCROW_IDL_HASH);
    expect(uncapped && idlHash(uncapped.idl)).not.toBe(ESCROW_IDL_HASH);
  });

  test.each([
    [
      'another specification',
      { ...escrow, metadata: { ...escrow.metadata, spec: '0.2.0' } },
      'metadata.spec',
    ],
    [
      'a short discriminator',
      { ...escrow, accounts: [{ name: 'A', discriminator: [1] }] },
      'accounts.0.discriminator',
    ],
    [
      'an enum',
      { ...escrow, types: [{ name: 'A', type: { kind: 'enum', variants: [] } }] },
      'types.0.type.kind',
    ],
    ['nothing at all', null, 'its root'],
  ])('is refused with %s', (_, json, path) => {
    expect(() => parseIdl(json)).toThrow(
      expect.objectContaining({ code: 'IDL_MALFORMED', context: expect.objectContaining({ path }) }),
    );
  });

  test.each([
    'string',
    'f64',
    'toString',
    { vec: 'u8' },
    { option: 'u64' },
    { array: ['u16', 2] },
    { array: ['u8', 0] },
    { defined: { name: 'Other' } },
    undefined,
  ])('is refused with a field of type %j', (type) => {
    const idl = parseIdl(u8Struct([{ name: 'x', type }]));
    expect(() => accountLayout(idl, 'Pledge')).toThrow(
      expect.objectContaining({ code: 'IDL_TYPE_UNSUPPORTED' }),
    );
  });

  test('is refused with a field declared twice or an account that it does not declare', () => {
    const twice = parseIdl(
      u8Struct([
        { name: 'x', type: 'u8' },
        { name: 'x', type: 'u8' },
      ]),
    );
    expect(() => accountLayout(twice, 'Pledge')).toThrow(expect.objectContaining({ code: 'IDL_MALFORMED' }));
    expect(() => accountLayout(ESCROW_IDL, 'Other')).toThrow(
      expect.objectContaining({ code: 'IDL_ACCOUNT_UNKNOWN' }),
    );
    expect(() => fieldOf(PLEDGE, 'other')).toThrow(expect.objectContaining({ code: 'IDL_MALFORMED' }));
  });
});

/** The same JSON with the keys of every object in reverse order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reordered(member)]),
  );
}
