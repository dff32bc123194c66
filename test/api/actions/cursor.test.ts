import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cursorSeal, type LaunchesCursor, type PledgesCursor } from '../../../api/actions/cursor.ts';
import { pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { LAUNCH_STATUSES } from '../../../core/rules/phase.ts';

const seal = cursorSeal(Buffer.from('one key'));
const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
const launchesCursor: fc.Arbitrary<LaunchesCursor> = fc.record({
  listing: fc.constant('launches' as const),
  slot: u64,
  status: fc.option(fc.constantFrom(...LAUNCH_STATUSES), { nil: undefined }),
  after: fc.record({ startTs: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), launchId: u64 }),
});
const pledgesCursor: fc.Arbitrary<PledgesCursor> = fc.record({
  listing: fc.constant('pledges' as const),
  slot: u64,
  launchId: u64,
  after: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(pubkeyFromBytes),
});

describe('a cursor', () => {
  test('comes back as it was sealed', () => {
    fc.assert(
      fc.property(launchesCursor, pledgesCursor, (launches, pledges) => {
        expect(seal.openLaunches(seal.seal(launches))).toEqual(launches);
        expect(seal.openPledges(seal.seal(pledges))).toEqual(pledges);
      }),
    );
  });

  test('is a short word that needs no escaping in a URL', () => {
    fc.assert(
      fc.property(pledgesCursor, (cursor) => {
        expect(seal.seal(cursor)).toMatch(/^[A-Za-z0-9_-]{20,200}$/);
      }),
    );
  });

  test('is refused when any bit of it was changed', () => {
    fc.assert(
      fc.property(launchesCursor, fc.nat(), fc.integer({ min: 0, max: 7 }), (cursor, at, bit) => {
        const bytes = Buffer.from(seal.seal(cursor), 'base64url');
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ (1 << bit);
        expect(() => seal.openLaunches(bytes.toString('base64url'))).toThrow('cursor was not issued');
      }),
    );
  });

  test('is refused when it is cut short, lengthened, of another listing or sealed with another key', () => {
    const cursor = {
      listing: 'pledges',
      slot: 5n,
      launchId: 7n,
      after: pubkeyFromBytes(new Uint8Array(32)),
    } as const;
    const text = seal.seal(cursor);
    const others = [
      '',
      text.slice(0, -1),
      `${text}A`,
      `${text}=`,
      ` ${text}`,
      text.slice(0, 10),
      'A'.repeat(10_000),
      cursorSeal(Buffer.from('another key')).seal(cursor),
    ];
    for (const other of others) expect(() => seal.openPledges(other)).toThrow('cursor was not issued');
    expect(() => seal.openLaunches(text)).toThrow('cursor was not issued');
  });
});
