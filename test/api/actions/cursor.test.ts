import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cursor, cursorSeal, type Listing } from '../../../api/actions/cursor.ts';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { ACTIVITY_KINDS } from '../../../schemas/activity-kinds.ts';
import { LAUNCH_STATUSES } from '../../../schemas/launch-statuses.ts';
import { LAUNCH_ORDERS, PLEDGE_ORDERS } from '../../../schemas/rest/orders.ts';

const seal = cursorSeal(Buffer.from('one key'));
const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
const i64 = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
const pubkey = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(pubkeyFromBytes);
const signature = fc
  .uint8Array({ minLength: 64, maxLength: 64 })
  .map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase());
const digest = fc
  .uint8Array({ minLength: 12, maxLength: 12 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const safe = fc.bigInt(0n, BigInt(Number.MAX_SAFE_INTEGER));
/** Most slots were shown before the first take-back. */
const pin = { slot: safe, rollback: fc.oneof(fc.constant(0n), safe) };
const launchPosition = fc.record({ rank: i64, launchId: u64 });

const CURSORS: { readonly [Name in Listing]: fc.Arbitrary<Cursor<Name>> } = {
  launches: fc.record({
    ...pin,
    status: fc.option(fc.constantFrom(...LAUNCH_STATUSES), { nil: undefined }),
    orderBy: fc.constantFrom(...LAUNCH_ORDERS),
    after: launchPosition,
  }),
  pledges: fc.record({
    ...pin,
    launchId: u64,
    orderBy: fc.constantFrom(...PLEDGE_ORDERS),
    minAmount: u64,
    after: fc.record({ rank: i64, pledger: pubkey }),
  }),
  positions: fc.record({ ...pin, wallet: pubkey, after: launchPosition }),
  flows: fc.record({
    ...pin,
    launchId: u64,
    after: fc.record({ slot: u64, signature, ordinal: fc.nat() }),
  }),
  activity: fc.record({
    ...pin,
    kind: fc.option(fc.constantFrom(...ACTIVITY_KINDS), { nil: undefined }),
    launchId: fc.option(u64, { nil: undefined }),
    after: fc.record({ slot: u64, launchId: u64, pledger: pubkey }),
  }),
  coverage: fc.record({ ...pin, after: fc.record({ from: u64, revision: u64 }) }),
  audits: fc.record({
    ...pin,
    after: fc.record({
      slot: u64,
      startedAt: fc.nat(),
      launchId: fc.option(u64, { nil: undefined }),
    }),
  }),
  programAccounts: fc.record({ ...pin, type: digest, where: digest, orderBy: digest, after: pubkey }),
  programHistory: fc.record({ ...pin, type: digest, fromSlot: u64, toSlot: u64, after: u64 }),
  programCalls: fc.record({
    ...{ ...pin, type: digest, where: digest, fromSlot: u64, toSlot: u64 },
    after: fc.record({ slot: u64, transaction: fc.nat(), order: u64 }),
  }),
};
/** Well formed, but with a number that no query takes. */
const OUT_OF_RANGE: Readonly<Record<Listing, readonly string[]>> = {
  launches: [
    ' newest 1 18446744073709551616',
    ' newest -9223372036854775809 1',
    ' newest 99999999999999999999 1',
  ],
  pledges: [
    `-1 pledger 0 0 ${pubkeyFromBytes(new Uint8Array(32))}`,
    `1 pledger 18446744073709551616 0 ${pubkeyFromBytes(new Uint8Array(32))}`,
  ],
  positions: [
    `${pubkeyFromBytes(new Uint8Array(32))} 0 -1`,
    `${pubkeyFromBytes(new Uint8Array(32))} ${'9'.repeat(300)} 1`,
  ],
  flows: [`1 -1 ${'A'.repeat(128)} 0`, `1 1 ${'A'.repeat(128)} 4294967296`, `-1 1 ${'A'.repeat(128)} 0`],
  activity: [
    `claim 1 -1 1 ${pubkeyFromBytes(new Uint8Array(32))}`,
    `nothing  1 1 ${pubkeyFromBytes(new Uint8Array(32))}`,
  ],
  coverage: ['-1 1', '1 18446744073709551616'],
  audits: ['18446744073709551616 1 ', '1 1 -1'],
  programAccounts: [
    `${'a'.repeat(24)} ${'a'.repeat(24)} ${'a'.repeat(23)} ${pubkeyFromBytes(new Uint8Array(32))}`,
  ],
  programHistory: [`${'a'.repeat(24)} 0 1 18446744073709551616`],
  programCalls: [`${'a'.repeat(24)} ${'a'.repeat(24)} 0 1 2 4294967296 3`],
};
const LISTINGS = Object.keys(CURSORS) as Listing[];
const anyCursor = fc
  .constantFrom(...LISTINGS)
  .chain((listing) => fc.tuple(fc.constant(listing), CURSORS[listing] as fc.Arbitrary<Cursor<Listing>>));

/** A cursor of any contents under a tag that fits, as somebody with the key could make it. */
function forged(payload: string): string {
  const tag = createHmac('sha256', 'one key').update(payload).digest().subarray(0, 16);
  return Buffer.concat([tag, Buffer.from(payload)]).toString('base64url');
}

describe('a cursor', () => {
  test.for(LISTINGS)('of %s is refused where it holds a number that no query takes', (listing) => {
    for (const parts of OUT_OF_RANGE[listing]) {
      expect(() => seal.open(listing, forged(`${listing} 5 ${parts}`))).toThrow('cursor was not issued');
    }
  });

  test.for(['9007199254740992', '18446744073709551616', '5.9007199254740992', '5.', '-1'])(
    'is refused at the slot %s, which no answer names',
    (slot) => {
      const text = forged(`coverage ${slot} 1 1`);
      expect(() => seal.open('coverage', text)).toThrow('cursor was not issued');
      expect(() => seal.slotOf(text)).toThrow('cursor was not issued');
    },
  );

  test('comes back as it was sealed', () => {
    fc.assert(
      fc.property(anyCursor, ([listing, cursor]) => {
        expect(seal.open(listing, seal.seal(listing, cursor as never))).toEqual(cursor);
      }),
    );
  });

  test('is a word that needs no escaping in a URL', () => {
    fc.assert(
      fc.property(anyCursor, ([listing, cursor]) => {
        expect(seal.seal(listing, cursor as never)).toMatch(/^[A-Za-z0-9_-]{20,400}$/);
      }),
    );
  });

  test('is refused when any bit of it was changed', () => {
    fc.assert(
      fc.property(anyCursor, fc.nat(), fc.integer({ min: 0, max: 7 }), ([listing, cursor], at, bit) => {
        const bytes = Buffer.from(seal.seal(listing, cursor as never), 'base64url');
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
        expect(() => seal.open(listing, bytes.toString('base64url'))).toThrow('cursor was not issued');
      }),
    );
  });

  test('is refused at every listing but its own', () => {
    fc.assert(
      fc.property(anyCursor, ([listing, cursor]) => {
        const text = seal.seal(listing, cursor as never);
        for (const other of LISTINGS.filter((name) => name !== listing)) {
          expect(() => seal.open(other, text)).toThrow('cursor was not issued');
        }
      }),
    );
  });

  test('is refused when it is cut short, lengthened or sealed with another key', () => {
    const cursor = {
      slot: 5n,
      rollback: 0n,
      launchId: 7n,
      orderBy: 'pledger',
      minAmount: 0n,
      after: { rank: 0n, pledger: pubkeyFromBytes(new Uint8Array(32)) },
    } as const;
    const text = seal.seal('pledges', cursor);
    const others = [
      '',
      text.slice(0, -1),
      `${text}A`,
      `${text}=`,
      ` ${text}`,
      text.slice(0, 10),
      'A'.repeat(10_000),
      cursorSeal(Buffer.from('another key')).seal('pledges', cursor),
    ];
    for (const other of others) expect(() => seal.open('pledges', other)).toThrow('cursor was not issued');
  });
});
