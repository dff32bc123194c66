import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeAccount } from '../../../verifier/accounts/decode.ts';
import { discriminator, LAUNCH_CONFIG, PLEDGE } from '../../../verifier/accounts/layout.ts';
import { encodePubkey, type Pubkey } from '../../../verifier/codec/base58.ts';
import { launchConfigBytes, pledgeBytes, testKey } from '../../support/verifier/launch-bytes.ts';

const address = encodePubkey(new Uint8Array(32));
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const i64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });

/** The rows of the specification's tables: field, offset, type. */
const SPECIFIED = {
  LaunchConfig: `status 10 u8 | launch_id 11 u64 | authority 19 pubkey | launch_mint 51 pubkey | pledge_mint 83 pubkey
    | escrow_token_account 115 pubkey | min_raise 147 u64 | max_raise 155 u64 | token_allocation 163 u64
    | total_pledged 171 u64 | pledger_count 179 u32 | start_ts 183 i64 | end_ts 191 i64 | release_start_ts 199 i64
    | release_cliff_seconds 207 u32 | release_duration_seconds 211 u32 | max_pledge_per_wallet 215 u64`,
  Pledge: `launch_id 10 u64 | pledger 18 pubkey | amount 50 u64 | tokens_released 58 u64 | refunded 66 bool
    | pledged_ts 67 i64`,
};

describe('the offset tables', () => {
  test.each([LAUNCH_CONFIG, PLEDGE])('of $name are those of the specification', (layout) => {
    const rows = Object.entries(layout.fields).map(([name, [offset, type]]) => `${name} ${offset} ${type}`);
    expect(rows).toEqual(SPECIFIED[layout.name].split('|').map((row) => row.trim()));
  });

  test('carry the sizes and discriminators of the specification', () => {
    expect([LAUNCH_CONFIG.size, PLEDGE.size]).toEqual([343, 139]);
    expect(Buffer.from(discriminator(LAUNCH_CONFIG)).toString('hex')).toBe('12a109e066911d5e');
    expect(Buffer.from(discriminator(PLEDGE)).toString('hex')).toBe('a1c5792e634ba983');
  });
});

describe('decoding', () => {
  test('gives every field of any LaunchConfig exactly', () => {
    const terms = fc.record({
      launchId: u64,
      status: fc.integer({ min: 0, max: 255 }),
      minRaise: u64,
      maxRaise: u64,
      tokenAllocation: u64,
      totalPledged: u64,
      pledgerCount: u32,
      startTs: i64,
      endTs: i64,
      releaseStartTs: i64,
      cliffSeconds: u32,
      durationSeconds: u32,
      maxPledgePerWallet: u64,
    });
    fc.assert(
      fc.property(terms, (given) => {
        const decoded = decodeAccount(LAUNCH_CONFIG, address, launchConfigBytes(given));
        expect(decoded).toMatchObject({
          status: given.status,
          launch_id: given.launchId,
          authority: testKey('authority').toBase58(),
          min_raise: given.minRaise,
          max_raise: given.maxRaise,
          token_allocation: given.tokenAllocation,
          total_pledged: given.totalPledged,
          pledger_count: given.pledgerCount,
          start_ts: given.startTs,
          end_ts: given.endTs,
          release_start_ts: given.releaseStartTs,
          release_cliff_seconds: given.cliffSeconds,
          release_duration_seconds: given.durationSeconds,
          max_pledge_per_wallet: given.maxPledgePerWallet,
        });
      }),
      { numRuns: 50 },
    );
  });

  test('gives every field of any Pledge exactly, wherever its bytes lie in memory', () => {
    fc.assert(
      fc.property(u64, u64, u64, fc.boolean(), fc.nat(64), (launchId, amount, released, refunded, shift) => {
        const pledger = testKey('pledger');
        const bytes = pledgeBytes(launchId, { pledger, amount, released, refunded });
        const shifted = Buffer.concat([Buffer.alloc(shift, 0xff), bytes]).subarray(shift);
        expect(decodeAccount(PLEDGE, address, shifted)).toEqual({
          launch_id: launchId,
          pledger: pledger.toBase58() as Pubkey,
          amount,
          tokens_released: released,
          refunded,
          pledged_ts: 1_790_000_100n,
        });
      }),
      { numRuns: 50 },
    );
  });

  const pledge = () => pledgeBytes(1n, { pledger: testKey('pledger'), amount: 1n });

  test('refuses an account of another size', () => {
    const longer = Buffer.concat([pledge(), Buffer.alloc(1)]);
    expect(() => decodeAccount(PLEDGE, address, longer)).toThrow('holds 140 bytes instead of 139');
    expect(() => decodeAccount(PLEDGE, address, pledge().subarray(1))).toThrow('138 bytes');
  });

  test('refuses another discriminator', () => {
    const other = pledge();
    other.writeUInt8(0, 0);
    expect(() => decodeAccount(PLEDGE, address, other)).toThrow('discriminator of a Pledge');
  });

  test('refuses a boolean that is neither 0 nor 1', () => {
    const odd = pledge();
    odd.writeUInt8(2, 66);
    expect(() => decodeAccount(PLEDGE, address, odd)).toThrow('no bool in refunded');
  });
});
