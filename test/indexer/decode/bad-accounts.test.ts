import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { ESCROW_IDL, LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { QUARANTINE_REASONS } from '../../../indexer/decode/quarantine.ts';
import { accountBytes } from '../../../indexer/model/closed-rows.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { LAUNCH_VERSIONS, PLEDGE_VERSIONS, QUARANTINE } from '../../../indexer/model/tables.ts';
import { accountView, keyOf } from '../../support/account-view.ts';
import { accountBytesOf } from './accounts.ts';

const OWNER = pubkeyBytes(LOCALNET_PROGRAM_ID);
const decoder = new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID });

const pledge = (change: (bytes: Buffer) => void = () => undefined): Buffer => {
  const bytes = Buffer.alloc(PLEDGE.size);
  bytes.set(PLEDGE.discriminator);
  change(bytes);
  return bytes;
};
const launch = (change: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.alloc(LAUNCH_CONFIG.size);
  bytes.set(LAUNCH_CONFIG.discriminator);
  change(bytes);
  return bytes;
};

function decode(data: Uint8Array, lamports = 5n) {
  const into = new SlotBuffer();
  const view = accountView({
    pubkey: keyOf('bad'),
    owner: OWNER,
    data,
    lamports,
    slot: 9n,
    writeVersion: 4n,
  });
  return { outcome: decoder.account(view, into), into };
}

describe('bytes of the program that no layout explains', () => {
  test.each([
    ['no_discriminator', Buffer.alloc(0)],
    ['no_discriminator', Buffer.alloc(7)],
    ['unknown_discriminator', Buffer.alloc(139)],
    ['unknown_discriminator', pledge((bytes) => bytes.writeUInt8(0, 7))],
    ['wrong_size', pledge().subarray(0, 138)],
    ['wrong_size', pledge().subarray(0, 8)],
    ['wrong_size', Buffer.concat([pledge(), Buffer.alloc(1)])],
    ['bad_bool', pledge((bytes) => bytes.writeUInt8(2, 66))],
    ['bad_status', launch((bytes) => bytes.writeUInt8(5, 10))],
  ])('are kept raw as %s', (reason, data) => {
    const { outcome, into } = decode(data);
    expect(outcome).toBe('undecodable');
    expect(into.rows).toBe(1);
    const { quarantine } = into;
    const { address, owner, reason: why, data: raw, slot, write_version } = QUARANTINE.byName;
    expect(quarantine.bytes(why, 0).toString()).toBe(reason);
    expect(Buffer.from(quarantine.bytes(raw, 0))).toEqual(Buffer.from(data));
    expect(quarantine.bytes(address, 0)).toEqual(keyOf('bad'));
    expect(Buffer.from(quarantine.bytes(owner, 0))).toEqual(Buffer.from(OWNER));
    expect(quarantine.u64(slot, 0)).toBe(9n);
    expect(quarantine.u64(write_version, 0)).toBe(4n);
  });

  test('never throw and never give a row that differs from them, however they are mangled', () => {
    const valid = fc.oneof(accountBytesOf(LAUNCH_CONFIG), accountBytesOf(PLEDGE));
    const mutated = fc
      .tuple(valid, fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 4 }), fc.nat(400))
      .map(([bytes, changes, length]) => {
        const copy = Buffer.from(bytes);
        for (const [at, value] of changes) if (at < copy.length) copy[at] = value;
        return length % 3 === 0 ? copy.subarray(0, length) : copy;
      });
    const anything = fc.oneof(mutated, fc.uint8Array({ maxLength: 500 }));
    const lamports = fc.constantFrom(0n, 1n, 2n ** 64n - 1n);
    fc.assert(
      fc.property(anything, lamports, (data, balance) => {
        const { outcome, into } = decode(data, balance);
        expect(['decoded', 'closed', 'undecodable']).toContain(outcome);
        expect(into.rows).toBe(1);
        if (outcome === 'decoded') expectExactRow(into, Buffer.from(data));
        if (outcome === 'undecodable') expectRaw(into, Buffer.from(data));
      }),
      { numRuns: 500 },
    );
  });
});

describe('an account of the program without lamports', () => {
  test('is a closed pledge when its bytes still tell which one', () => {
    const data = pledge((bytes) => {
      bytes.writeBigUInt64LE(2n ** 64n - 1n, 10);
      bytes.set(keyOf('wallet'), 18);
      bytes.writeBigUInt64LE(5n, 50);
    });
    const { outcome, into } = decode(data, 0n);
    const { launch_id, pledger, amount, closed } = PLEDGE_VERSIONS.byName;
    expect(outcome).toBe('closed');
    expect(into.pledges.u64(launch_id, 0)).toBe(2n ** 64n - 1n);
    expect(into.pledges.bytes(pledger, 0)).toEqual(keyOf('wallet'));
    expect(into.pledges.u64(amount, 0)).toBe(0n);
    expect(into.pledges.u8(closed, 0)).toBe(1);
  });

  test('is a closed launch when its bytes still tell which one', () => {
    const { outcome, into } = decode(
      launch((bytes) => bytes.writeBigUInt64LE(7n, 11)),
      0n,
    );
    expect(outcome).toBe('closed');
    expect(into.launches.u64(LAUNCH_VERSIONS.byName.launch_id, 0)).toBe(7n);
    expect(into.launches.u8(LAUNCH_VERSIONS.byName.closed, 0)).toBe(1);
  });

  test('is kept raw when nothing tells what it was', () => {
    const { outcome, into } = decode(Buffer.alloc(0), 0n);
    expect(outcome).toBe('undecodable');
    expect(into.quarantine.bytes(QUARANTINE.byName.reason, 0).toString()).toBe('closed_unidentified');
  });
});

describe('an account of another program', () => {
  test('is not ours and leaves no trace, whatever it holds', () => {
    const into = new SlotBuffer();
    const view = accountView({ pubkey: keyOf('a'), owner: keyOf('other'), data: pledge() });
    expect(decoder.account(view, into)).toBe('not_ours');
    expect(into.rows).toBe(0);
  });

  test('is told from ours by every byte of the owner', () => {
    for (let at = 0; at < 32; at += 1) {
      const owner = Buffer.from(OWNER);
      owner[at] = (owner[at] ?? 0) ^ 1;
      const view = accountView({ pubkey: keyOf('a'), owner, data: pledge() });
      expect(decoder.account(view, new SlotBuffer())).toBe('not_ours');
    }
  });
});

describe('an older write of an account', () => {
  test('is stale, whether it decodes or not', () => {
    const into = new SlotBuffer();
    const write = (writeVersion: bigint, data: Uint8Array) =>
      decoder.account(accountView({ pubkey: keyOf('a'), owner: OWNER, data, writeVersion }), into);
    expect(write(5n, pledge())).toBe('decoded');
    expect(write(5n, pledge())).toBe('stale');
    expect(write(4n, Buffer.alloc(1))).toBe('stale');
    expect(write(6n, Buffer.alloc(1))).toBe('undecodable');
    expect([into.rows, into.pledges.rows, into.quarantine.rows]).toEqual([1, 0, 1]);
  });
});

function expectExactRow(into: SlotBuffer, data: Buffer): void {
  const bytes =
    into.pledges.rows > 0
      ? accountBytes(PLEDGE, into.pledges, 0)
      : accountBytes(LAUNCH_CONFIG, into.launches, 0);
  expect(bytes).toEqual(data);
}

function expectRaw({ quarantine }: SlotBuffer, data: Buffer): void {
  expect(Buffer.from(quarantine.bytes(QUARANTINE.byName.data, 0))).toEqual(data);
  const reason = quarantine.bytes(QUARANTINE.byName.reason, 0).toString();
  expect(QUARANTINE_REASONS).toContain(reason);
}
