import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { KnownAccounts } from '../../../indexer/model/known-accounts.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import type { AccountView, Transaction } from '../../../indexer/model/source.ts';
import { LAUNCH_VERSIONS, PLEDGE_VERSIONS, QUARANTINE } from '../../../indexer/model/tables.ts';
import { closeAccounts, withLaunches } from '../../../indexer/pipeline/close-accounts.ts';

const SLOT = 77n;
const { closed, launch_id, pledger, amount, signature, write_version, slot } = PLEDGE_VERSIONS.byName;
const decoder = new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID });
const program = pubkeyBytes(LOCALNET_PROGRAM_ID);
const key = (name: string): Buffer => createHash('sha256').update(name).digest();
const signed = (place: number): Buffer => createHash('sha512').update(`transaction ${place}`).digest();

interface Written {
  readonly amount: bigint;
  readonly version: bigint;
  /** Place in the block of the transaction that wrote it; undefined for a write that names none. */
  readonly place: number | undefined;
}

/** A Pledge of `pledger` to launch 7 at the address `pledge`. */
function update({ amount: pledged, version, place }: Written): AccountView {
  const data = Buffer.alloc(139);
  createHash('sha256').update('account:Pledge').digest().copy(data, 0, 0, 8);
  data.writeBigUInt64LE(7n, 10);
  key('pledger').copy(data, 18);
  data.writeBigUInt64LE(pledged, 50);
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(SLOT, 0);
  numbers.writeBigUInt64LE(1_000n, 8);
  numbers.writeBigUInt64LE(version, 16);
  return {
    bytes: Buffer.concat([
      key('pledge'),
      program,
      data,
      place === undefined ? Buffer.alloc(0) : signed(place),
    ]),
    pubkeyAt: 0,
    ownerAt: 32,
    dataAt: 64,
    dataLength: 139,
    signatureAt: place === undefined ? -1 : 203,
    numbers,
  };
}

function transaction(index: number, emptied: readonly string[] = []): Transaction {
  return {
    slot: SLOT,
    signature: signed(index),
    failed: false,
    index,
    emptied: emptied.map(key),
    accountKeys: [],
    preTokenBalances: [],
    postTokenBalances: [],
    instructions: [],
  };
}

function known(): KnownAccounts {
  const pledges = new KnownAccounts();
  pledges.add(key('pledge'), { kind: 'pledge', launchId: 7n, pledger: key('pledger') });
  return pledges;
}

/** What the buffer says of the Pledge: its amount, `closed`, or nothing. */
function outcome({ pledges }: SlotBuffer): bigint | 'closed' | undefined {
  expect(pledges.rows).toBeLessThanOrEqual(1);
  if (pledges.rows === 0) return undefined;
  return pledges.u8(closed, 0) === 1 ? 'closed' : pledges.u64(amount, 0);
}

/** The transaction that the closed row names. */
function closedBy({ pledges }: SlotBuffer): Buffer | undefined {
  return pledges.rows === 1 && pledges.u8(closed, 0) === 1
    ? Buffer.from(pledges.bytes(signature, 0))
    : undefined;
}

test('a launch that a transaction empties is closed in that slot', () => {
  const buffer = new SlotBuffer();
  buffer.closures.note(transaction(3, ['launch']));
  const launches = { launchAt: (address: Uint8Array) => (key('launch').equals(address) ? 9n : undefined) };
  expect(closeAccounts({ slot: SLOT, buffer, known: withLaunches(known(), launches) })).toBe(1);
  const { launches: rows } = buffer;
  expect([rows.rows, rows.u8(LAUNCH_VERSIONS.byName.closed, 0)]).toEqual([1, 1]);
  expect(rows.u64(LAUNCH_VERSIONS.byName.launch_id, 0)).toBe(9n);
});

describe('a Pledge that a transaction empties', () => {
  test('is closed in that slot, by that transaction, under the launch and wallet that it belonged to', () => {
    const buffer = new SlotBuffer();
    buffer.closures.note(transaction(3, ['pledge']));
    expect(closeAccounts({ slot: SLOT, buffer, known: known() })).toBe(1);
    expect(outcome(buffer)).toBe('closed');
    expect(buffer.pledges.u64(launch_id, 0)).toBe(7n);
    expect(buffer.pledges.u64(slot, 0)).toBe(SLOT);
    expect(Buffer.from(buffer.pledges.bytes(pledger, 0))).toEqual(key('pledger'));
    expect(Buffer.from(buffer.pledges.bytes(signature, 0))).toEqual(signed(3));
  });

  test('is closed once, however often it is asked about', () => {
    const buffer = new SlotBuffer();
    expect(buffer.closures.note(transaction(3, ['pledge']))).toBe(true);
    closeAccounts({ slot: SLOT, buffer, known: known() });
    expect(buffer.closures.note(transaction(3, ['pledge']))).toBe(false);
    expect(closeAccounts({ slot: SLOT, buffer, known: known() })).toBe(0);
    expect(buffer.rows).toBe(1);
  });

  test('is nothing when no Pledge was ever known there, or the transaction failed', () => {
    const buffer = new SlotBuffer();
    buffer.closures.note(transaction(3, ['somebody’s wallet']));
    buffer.closures.note({ ...transaction(4, ['pledge']), failed: true });
    expect(closeAccounts({ slot: SLOT, buffer, known: known() })).toBe(0);
    expect(outcome(buffer)).toBeUndefined();
  });

  test('stays when an update whose transaction nobody told is the last write that the node sent', () => {
    for (const place of [undefined, 9]) {
      const buffer = new SlotBuffer();
      decoder.account(update({ amount: 5n, version: 100n, place }), buffer);
      buffer.closures.note(transaction(3, ['pledge']));
      expect(closeAccounts({ slot: SLOT, buffer, known: known() })).toBe(0);
      expect(outcome(buffer)).toBe(5n);
    }
  });

  test('leaves the buffer of a slot with the slot', () => {
    const buffer = new SlotBuffer();
    buffer.closures.note(transaction(3, ['pledge']));
    buffer.reset();
    expect(closeAccounts({ slot: SLOT, buffer, known: known() })).toBe(0);
  });
});

describe('a Pledge that is written and emptied within one slot', () => {
  /** One step of the Pledge's life each, in the order of the block. */
  const lives = fc.array(fc.constantFrom('write' as const, 'close' as const, 'other' as const), {
    minLength: 1,
    maxLength: 8,
  });

  /** What a node tells of a life: transactions, and either the last write alone or every write. */
  function told(life: readonly string[], everyWrite: boolean) {
    const transactions = life.map((step, place) => transaction(place, step === 'close' ? ['pledge'] : []));
    const writes = life.flatMap((step, place) =>
      step === 'write' ? [{ amount: BigInt(place) + 1n, version: BigInt(place) + 100n, place }] : [],
    );
    const lastClose = life.lastIndexOf('close');
    // Of an account that is gone the owner filter shows nothing, unless the node shows every write.
    const shown = everyWrite ? writes : writes.slice(-1).filter(({ place }) => place > lastClose);
    return { transactions, updates: shown.map(update) };
  }

  function endOf(life: readonly string[]): bigint | 'closed' | undefined {
    const last = Math.max(life.lastIndexOf('write'), life.lastIndexOf('close'));
    if (last < 0) return undefined;
    return life[last] === 'close' ? 'closed' : BigInt(last) + 1n;
  }

  function tellInAnyOrder(
    { transactions, updates }: ReturnType<typeof told>,
    buffer: SlotBuffer,
    dice: Iterator<number>,
    afterEach = (): void => undefined,
  ): void {
    const steps = [
      ...transactions.map((one) => () => void buffer.closures.note(one)),
      ...updates.map((one) => () => void decoder.account(one, buffer)),
    ];
    while (steps.length > 0) {
      const [step] = steps.splice((dice.next().value ?? 0) % steps.length, 1);
      step?.();
      afterEach();
    }
  }

  function expectEnd(buffer: SlotBuffer, life: Parameters<typeof endOf>[0]): void {
    expect(outcome(buffer)).toBe(endOf(life));
    expect(closedBy(buffer)).toEqual(
      endOf(life) === 'closed' ? signed(life.lastIndexOf('close')) : undefined,
    );
  }

  test('ends as the block left it, in whatever order a node tells it', () => {
    fc.assert(
      fc.property(lives, fc.boolean(), fc.infiniteStream(fc.nat()), (life, everyWrite, dice) => {
        const buffer = new SlotBuffer();
        tellInAnyOrder(told(life, everyWrite), buffer, dice);
        closeAccounts({ slot: SLOT, buffer, known: known() });
        expectEnd(buffer, life);
      }),
      { numRuns: 100 },
    );
  });

  test('ends as the block left it also when the end of the slot comes late, piece by piece', () => {
    fc.assert(
      fc.property(lives, fc.infiniteStream(fc.nat()), (life, dice) => {
        const buffer = new SlotBuffer();
        tellInAnyOrder(told(life, true), buffer, dice, () =>
          closeAccounts({ slot: SLOT, buffer, known: known() }),
        );
        expectEnd(buffer, life);
      }),
      { numRuns: 100 },
    );
  });

  test('has a version above that of the write it follows, so that a replay of it changes nothing', () => {
    const buffer = new SlotBuffer();
    const write = { amount: 5n, version: 100n, place: 1 };
    decoder.account(update(write), buffer);
    buffer.closures.note(transaction(1));
    buffer.closures.note(transaction(2, ['pledge']));
    closeAccounts({ slot: SLOT, buffer, known: known() });
    expect(buffer.pledges.u64(write_version, 0)).toBe(101n);
    expect(decoder.account(update(write), buffer)).toBe('stale');
    expect(outcome(buffer)).toBe('closed');
  });
});

describe('an account that could not be read', () => {
  /** The same account with bytes that no layout explains. */
  const raw = (write: Written, data = Buffer.from('other')): AccountView => {
    const view = update(write);
    const bytes = Buffer.concat([view.bytes.subarray(0, 64), data, view.bytes.subarray(203)]);
    const signatureAt = view.signatureAt < 0 ? -1 : 64 + data.length;
    return { ...view, bytes, dataLength: data.length, signatureAt };
  };
  const { reason, owner, lamports: balance, signature: closer, write_version: version } = QUARANTINE.byName;

  test('ends in the quarantine when a transaction empties it, in the slot that showed it or in a later one', () => {
    const accounts = new KnownAccounts();
    const first = new SlotBuffer();
    decoder.account(raw({ amount: 0n, version: 100n, place: 1 }), first);
    accounts.learn(first);
    const second = new SlotBuffer();
    for (const [buffer, held] of [
      [first, 101n],
      [second, 0n],
    ] as const) {
      buffer.closures.note(transaction(1));
      buffer.closures.note(transaction(2, ['pledge']));
      expect(closeAccounts({ slot: SLOT, buffer, known: accounts })).toBe(1);
      const { quarantine } = buffer;
      expect([quarantine.rows, buffer.pledges.rows]).toEqual([1, 0]);
      expect(quarantine.bytes(reason, 0).toString()).toBe('closed_unidentified');
      expect(quarantine.u64(balance, 0)).toBe(0n);
      expect(quarantine.u64(version, 0)).toBe(held);
      expect(quarantine.bytes(owner, 0)).toEqual(Buffer.from(program));
      expect(quarantine.bytes(closer, 0)).toEqual(signed(2));
      expect(closeAccounts({ slot: SLOT, buffer, known: accounts })).toBe(0);
    }
  });

  test('was written after the transaction that emptied it, and stays', () => {
    const buffer = new SlotBuffer();
    const accounts = new KnownAccounts();
    decoder.account(raw({ amount: 0n, version: 100n, place: 3 }), buffer);
    accounts.learn(buffer);
    buffer.closures.note(transaction(2, ['pledge']));
    buffer.closures.note(transaction(3));
    expect(closeAccounts({ slot: SLOT, buffer, known: accounts })).toBe(0);
  });

  test('and was a Pledge before is a Pledge that ended', () => {
    const emptied = new SlotBuffer();
    decoder.account(raw({ amount: 0n, version: 100n, place: 1 }), emptied);
    emptied.closures.note(transaction(1));
    emptied.closures.note(transaction(2, ['pledge']));
    // An update that tells the end itself, without bytes that say of what
    const bare = new SlotBuffer();
    const view = raw({ amount: 0n, version: 100n, place: 2 }, Buffer.alloc(0));
    view.numbers.writeBigUInt64LE(0n, 8);
    decoder.account(view, bare);
    for (const buffer of [emptied, bare]) {
      expect(closeAccounts({ slot: SLOT, buffer, known: known() })).toBe(1);
      expect(outcome(buffer)).toBe('closed');
      expect(buffer.quarantine.rows).toBe(0);
      expect(closedBy(buffer)).toEqual(signed(2));
      expect(buffer.pledges.u64(write_version, 0)).toBe(101n);
    }
  });

  test('is not known once it has ended, so that it does not end again', () => {
    const accounts = new KnownAccounts();
    const ended = new SlotBuffer();
    const view = raw({ amount: 0n, version: 100n, place: 2 }, Buffer.alloc(0));
    view.numbers.writeBigUInt64LE(0n, 8);
    decoder.account(view, ended);
    accounts.learn(ended);
    expect([ended.quarantine.rows, accounts.size]).toEqual([1, 0]);
  });

  test('is a Pledge once it was read as one, and never becomes unknown again', () => {
    const accounts = new KnownAccounts();
    const buffer = new SlotBuffer();
    decoder.account(raw({ amount: 0n, version: 100n, place: 1 }), buffer);
    accounts.learn(buffer);
    expect(accounts.find(key('pledge'))).toMatchObject({ kind: 'quarantine', owner: program });
    const read = new SlotBuffer();
    decoder.account(update({ amount: 5n, version: 100n, place: 1 }), read);
    accounts.learn(read);
    accounts.learn(buffer);
    accounts.add(key('pledge'), { kind: 'quarantine', owner: program });
    expect(accounts.find(key('pledge'))).toMatchObject({ kind: 'pledge', launchId: 7n });
    expect(accounts.size).toBe(1);
  });
});

describe('the Pledges that are known', () => {
  test('are learnt from slots, kept when they are closed, and never mixed up', () => {
    const pledges = new KnownAccounts();
    const many = Array.from({ length: 5_000 }, (_, index) => ({
      launchId: BigInt(index),
      name: `p${index}`,
    }));
    for (const { launchId, name } of many)
      pledges.add(key(name), { kind: 'pledge', launchId, pledger: key(`of ${name}`) });
    const buffer = new SlotBuffer();
    decoder.account(update({ amount: 5n, version: 100n, place: 1 }), buffer);
    pledges.learn(buffer);
    pledges.learn(buffer);
    expect(pledges.size).toBe(5_001);
    buffer.closures.note(transaction(1));
    buffer.closures.note(transaction(2, ['pledge']));
    closeAccounts({ slot: SLOT, buffer, known: pledges });
    pledges.learn(buffer);
    expect(pledges.find(key('pledge'))).toEqual({
      kind: 'pledge',
      launchId: 7n,
      pledger: new Uint8Array(key('pledger')),
    });
    for (const { launchId, name } of many)
      expect(pledges.find(key(name))).toEqual({
        kind: 'pledge',
        launchId,
        pledger: new Uint8Array(key(`of ${name}`)),
      });
    expect(pledges.find(key('nobody'))).toBeUndefined();
  });
});
