import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { ProgramDecoder } from '../../../indexer/decode/program-decoder.ts';
import { ProgramAccounts } from '../../../indexer/model/program-accounts.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import type { AccountView } from '../../../indexer/model/source.ts';
import { ACCOUNT_VERSIONS } from '../../../indexer/model/tables.ts';
import { closeAccounts, endedIn } from '../../../indexer/pipeline/close-accounts.ts';

const SLOT = 9n;
const { closed, type, write_version: version } = ACCOUNT_VERSIONS.byName;
const key = (name: string): Buffer => createHash('sha256').update(name).digest();
const program = Buffer.from(pubkeyBytes(LOCALNET_PROGRAM_ID));
const decoder = new ProgramDecoder({
  programId: LOCALNET_PROGRAM_ID,
  // Bytes that begin with a letter are an account of that name.
  selection: {
    typeOf: (bytes: Buffer, at: number, length: number) =>
      length === 0 ? undefined : { name: bytes.toString('latin1', at, at + 1), refusal: '' },
  } as never,
  calls: { write: () => false },
});

interface Update {
  readonly lamports: bigint;
  readonly writeVersion: bigint;
  readonly data?: string;
  readonly owner?: Buffer;
}

function view({ lamports, writeVersion, data = '', owner = program }: Update): AccountView {
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(SLOT, 0);
  numbers.writeBigUInt64LE(lamports, 8);
  numbers.writeBigUInt64LE(writeVersion, 16);
  const bytes = Buffer.concat([key('account'), owner, Buffer.from(data)]);
  return { bytes, pubkeyAt: 0, ownerAt: 32, dataAt: 64, dataLength: data.length, signatureAt: -1, numbers };
}

const alive = (writeVersion: bigint): AccountView => view({ lamports: 1n, writeVersion, data: 'V' });
const gone = (writeVersion: bigint): AccountView => view({ lamports: 0n, writeVersion });

/** What the index knew of the account before the slot. */
function knownAs(data: string): ProgramAccounts {
  const before = new SlotBuffer();
  decoder.account(view({ lamports: 1n, writeVersion: 1n, data }), before);
  const known = new ProgramAccounts();
  known.learn(before);
  return known;
}

/** Whether the slot's row says that the account ended, its version and its type; undefined without a row. */
function close(views: readonly AccountView[], known = new ProgramAccounts()) {
  const buffer = new SlotBuffer();
  for (const each of views) decoder.account(each, buffer);
  closeAccounts({ slot: SLOT, buffer, known });
  const { accounts } = buffer;
  if (accounts.rows === 0) return undefined;
  return [accounts.u8(closed, 0), accounts.u64(version, 0), accounts.bytes(type, 0).toString()];
}

test('an end that shows only the address is one of the type that the account had', () => {
  expect(close([gone(5n)], knownAs('V'))).toEqual([1, 5n, 'V']);
});

test('an end that still shows the bytes needs nothing known, and what is known counts more', () => {
  const bytes = view({ lamports: 0n, writeVersion: 5n, data: 'P' });
  expect(close([bytes])).toEqual([1, 5n, 'P']);
  expect(close([bytes], knownAs('V'))).toEqual([1, 5n, 'V']);
});

test('the end of an account that the index has never seen is nothing, whoever owns it', () => {
  expect(close([gone(5n)])).toBeUndefined();
  expect(close([view({ lamports: 0n, writeVersion: 5n, owner: key('system program') })])).toBeUndefined();
  const left = view({ lamports: 0n, writeVersion: 5n, owner: key('system program') });
  expect(close([left], knownAs('V'))).toEqual([1, 5n, 'V']);
});

test('of an end and another write of the slot, the later one counts in any order', () => {
  const known = knownAs('V');
  for (const views of [
    [alive(4n), gone(5n)],
    [gone(5n), alive(4n)],
    [gone(5n), gone(3n)],
    [gone(3n), gone(5n)],
  ])
    expect(close(views, known)).toEqual([1, 5n, 'V']);
  for (const views of [
    [alive(6n), gone(5n)],
    [gone(5n), alive(6n)],
  ])
    expect(close(views, known)).toEqual([0, 6n, 'V']);
});

test('an end is looked up, and gone from the buffer with its slot', () => {
  const buffer = new SlotBuffer();
  expect(decoder.account(gone(5n), buffer)).toBe('ended');
  expect(decoder.account(gone(5n), buffer)).toBe('stale');
  expect(endedIn(buffer).map((address) => Buffer.from(address))).toEqual([key('account')]);
  buffer.reset();
  expect(endedIn(buffer)).toEqual([]);
});
