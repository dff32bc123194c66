import { type Idl as AnchorIdl, type BN, BorshAccountsCoder } from '@coral-xyz/anchor';
import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { columnOf } from '../../../core/olap/native/layout.ts';
import { ESCROW_IDL, LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import type { AccountLayout } from '../../../idl/layout.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { parseIdl } from '../../../idl/schema.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { accountBytes } from '../../../indexer/model/closed-rows.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { LAUNCH_VERSIONS } from '../../../indexer/model/tables.ts';
import { accountView, keyOf } from '../../support/account-view.ts';
import { PROGRAM_BUILDS } from '../../support/program-builds.ts';
import { accountBytesOf } from './accounts.ts';

const anchor = new BorshAccountsCoder(ESCROW_IDL as AnchorIdl);
const decoder = new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID });
const OWNER = pubkeyBytes(LOCALNET_PROGRAM_ID);

function decoded(data: Uint8Array): SlotBuffer {
  const into = new SlotBuffer();
  expect(decoder.account(accountView({ pubkey: keyOf('account'), owner: OWNER, data }), into)).toBe(
    'decoded',
  );
  expect(into.rows).toBe(1);
  return into;
}

/** Anchor's value in the form in which our columns are read. */
function plain(value: unknown): unknown {
  if (value instanceof PublicKey) return Buffer.from(value.toBytes());
  if (Array.isArray(value)) return Buffer.from(value as number[]);
  if (typeof value === 'object' && value !== null) return BigInt((value as BN).toString());
  return typeof value === 'boolean' ? Number(value) : value;
}

function rowOf(layout: AccountLayout, block: ColumnBlock): Record<string, unknown> {
  return Object.fromEntries(
    layout.fields.map(({ name, type }) => {
      const column = columnOf(block.layout, name);
      if (type === 'u64') return [name, block.u64(column, 0)];
      if (type === 'i64') return [name, block.i64(column, 0)];
      if (type === 'u32') return [name, block.u32(column, 0)];
      if (type === 'u8' || type === 'bool') return [name, block.u8(column, 0)];
      return [name, Buffer.from(block.bytes(column, 0))];
    }),
  );
}

describe.each([
  { layout: LAUNCH_CONFIG, blockOf: (into: SlotBuffer): ColumnBlock => into.launches },
  { layout: PLEDGE, blockOf: (into: SlotBuffer): ColumnBlock => into.pledges },
])('a $layout.name account', ({ layout, blockOf }) => {
  test("decodes to what Anchor's own coder decodes", () => {
    fc.assert(
      fc.property(accountBytesOf(layout), (data) => {
        const theirs = anchor.decode<Record<string, unknown>>(layout.name, data);
        const expected = Object.fromEntries(
          Object.entries(theirs).map(([name, value]) => [name, plain(value)]),
        );
        expect(rowOf(layout, blockOf(decoded(data)))).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  test('is put together again from its row, byte for byte', () => {
    fc.assert(
      fc.property(accountBytesOf(layout), (data) => {
        const into = decoded(data);
        const bytes = accountBytes(layout, layout === PLEDGE ? into.pledges : into.launches, 0);
        expect(bytes).toEqual(data);
      }),
      { numRuns: 200 },
    );
  });

  test('takes its place among others without touching them', () => {
    fc.assert(
      fc.property(fc.array(accountBytesOf(layout), { minLength: 2, maxLength: 80 }), (accounts) => {
        const into = new SlotBuffer();
        accounts.forEach((data, index) => {
          decoder.account(accountView({ pubkey: keyOf(`k${index}`), owner: OWNER, data }), into);
        });
        const again = accounts.map((_, row) =>
          accountBytes(layout, layout === PLEDGE ? into.pledges : into.launches, row),
        );
        expect(again).toEqual(accounts);
      }),
      { numRuns: 10 },
    );
  });
});

describe('the build without a wallet cap', () => {
  test('writes accounts that read as uncapped', () => {
    const reserved = fc.tuple(accountBytesOf(LAUNCH_CONFIG)).map(([data]) => data.fill(0, 215, 223));
    const [, uncapped] = PROGRAM_BUILDS;
    const theirs = new BorshAccountsCoder(uncapped?.idl as AnchorIdl);
    fc.assert(
      fc.property(reserved, (data) => {
        const { launches } = decoded(data);
        const old = theirs.decode<Record<string, unknown>>('LaunchConfig', data);
        expect(launches.u64(LAUNCH_VERSIONS.byName.max_pledge_per_wallet, 0)).toBe(0n);
        expect(launches.u64(LAUNCH_VERSIONS.byName.total_pledged, 0)).toBe(plain(old.total_pledged));
      }),
    );
  });
});

describe('a decoder', () => {
  test('is not made for an IDL whose fields have no column', () => {
    const [launch, pledge] = ESCROW_IDL.types;
    const renamed = pledge && {
      ...pledge,
      type: {
        ...pledge.type,
        fields: pledge.type.fields.map((each) => ({ ...each, name: `${each.name}_2` })),
      },
    };
    const idl = parseIdl({ ...ESCROW_IDL, types: [launch, renamed] });
    expect(() => new Decoder({ idl, programId: LOCALNET_PROGRAM_ID })).toThrow(
      expect.objectContaining({ code: 'DECODE_COLUMN_MISMATCH' }),
    );
  });

  test('is not made for an IDL whose field has another type than its column', () => {
    const [launch, pledge] = ESCROW_IDL.types;
    const fields = pledge?.type.fields.map((each) =>
      each.name === 'amount' ? { ...each, type: 'i64' } : each,
    );
    const idl = parseIdl({ ...ESCROW_IDL, types: [launch, { ...pledge, type: { kind: 'struct', fields } }] });
    expect(() => new Decoder({ idl, programId: LOCALNET_PROGRAM_ID })).toThrow(
      expect.objectContaining({ code: 'DECODE_COLUMN_MISMATCH' }),
    );
  });
});
