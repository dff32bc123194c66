import { describe, expect, test } from 'vitest';
import { LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import { fieldOf } from '../../../idl/layout.ts';
import { describeDifference } from '../../../indexer/audit/difference.ts';
import type { AccountBytes, StateKind } from '../../../indexer/model/account-states.ts';
import { heldState } from '../../../indexer/model/held-state.ts';

const ADDRESS = Buffer.alloc(32, 3);

function pledgeBytes(amount: bigint): Buffer {
  const data = Buffer.alloc(PLEDGE.size);
  data.set(PLEDGE.discriminator);
  data.writeBigUInt64LE(7n, fieldOf(PLEDGE, 'launch_id').offset);
  data.writeBigUInt64LE(amount, fieldOf(PLEDGE, 'amount').offset);
  return data;
}

const onChain = (data: Buffer, lamports = 5n) => ({ pubkey: 'key', owner: 'owner', lamports, data });

function held(kind: StateKind, data: Buffer, found: Partial<AccountBytes> = {}): AccountBytes {
  const base = {
    address: ADDRESS,
    kind,
    type: '',
    launchId: 7n,
    wallet: Buffer.alloc(32),
    slot: 1n,
    changedSlot: 1n,
    gone: false,
  };
  return { ...base, data, lamports: 5n, ...found };
}

const between = (indexed: AccountBytes | undefined, chain: ReturnType<typeof onChain> | undefined) =>
  describeDifference({ address: ADDRESS, slot: 9n, chain, indexed });

describe('a difference', () => {
  test('names the fields that differ and no others', () => {
    const found = between(held('pledge', pledgeBytes(11n)), onChain(pledgeBytes(10n), 6n));

    expect(found).toMatchObject({ kind: 'pledge', launchId: 7n });
    expect(found.fields).toEqual([
      { field: 'lamports', indexed: '5', chain: '6' },
      { field: 'amount', indexed: '11', chain: '10' },
    ]);
  });

  test('of an account that only the chain has tells what it is', () => {
    const found = between(undefined, onChain(pledgeBytes(10n)));

    expect(found).toMatchObject({ kind: 'pledge', launchId: 7n });
    expect(found.fields).toContainEqual({ field: 'exists', indexed: 'false', chain: 'true' });
    expect(found.fields).toContainEqual({ field: 'amount', indexed: undefined, chain: '10' });
  });

  test('of an account that only the index has tells what it was', () => {
    const token = Buffer.alloc(165);
    token.writeBigUInt64LE(44n, 64);
    const found = between(held('escrow', token), undefined);

    expect(found).toMatchObject({ kind: 'escrow', launchId: 7n });
    expect(found.fields).toContainEqual({ field: 'exists', indexed: 'true', chain: 'false' });
    expect(found.fields).toContainEqual({ field: 'amount', indexed: '44', chain: undefined });
  });

  test('of a mint belongs to no launch', () => {
    expect(between(held('mint', Buffer.alloc(82)), onChain(Buffer.alloc(82, 1)))).toMatchObject({
      kind: 'mint',
      launchId: undefined,
    });
  });

  test('that no field names is told by the bytes', () => {
    const [indexed, chain] = [Buffer.alloc(200), Buffer.alloc(200)];
    chain[199] = 1;
    expect(between(held('escrow', indexed), onChain(chain)).fields).toEqual([
      { field: 'data', indexed: indexed.toString('hex'), chain: chain.toString('hex') },
    ]);
    expect(
      between(held('launch', Buffer.alloc(LAUNCH_CONFIG.size)), onChain(Buffer.of(1))).fields,
    ).toMatchObject([{ field: 'data', chain: '01' }]);
  });
});

describe('what the index has at one address', () => {
  const version = (kind: StateKind, slot: bigint, gone = false) =>
    held(kind, Buffer.alloc(0), { slot, gone });

  test('is the version that readers are given, whatever was quarantined since', () => {
    const pledge = version('pledge', 4n);
    expect(heldState([version('quarantine', 9n), pledge])).toBe(pledge);
  });

  test('is what was quarantined where no version stands', () => {
    const raw = version('quarantine', 9n);
    expect(heldState([raw])).toBe(raw);
    expect(heldState([version('pledge', 4n, true), raw])).toBe(raw);
  });

  test('is nothing once it has ended', () => {
    expect(heldState([version('pledge', 10n, true), version('quarantine', 9n)])).toBeUndefined();
    const beside = version('quarantine', 10n);
    expect(heldState([version('pledge', 10n, true), beside])).toBe(beside);
    expect(heldState([version('quarantine', 9n, true)])).toBeUndefined();
    expect(heldState([])).toBeUndefined();
  });
});
