import { expect, test } from 'vitest';
import type { BlockWrites, NamedAccount } from '../../../indexer/model/block-writes.ts';
import { unprovenBy } from '../../../indexer/pipeline/proven-slot.ts';

const followed = {
  program: 'program',
  escrows: new Set(['escrow']),
  flowsFrom: 10n,
  knows: (key: string) => ['launch', 'pledge', 'escrow'].includes(key),
};

const named = { signer: false, writable: true, lamports: { before: 2n, after: 2n }, tokens: undefined };
const wallet: NamedAccount = { ...named, key: 'wallet', signer: true };
const program: NamedAccount = { ...named, key: 'program', writable: false };
const written = (key: string, before = 2n, after = 2n): NamedAccount => ({
  ...named,
  key,
  lamports: { before, after },
});
const moved = (key: string, before: bigint, after: bigint): NamedAccount => ({
  ...written(key),
  tokens: { before, after },
});

function block(...transactions: (readonly NamedAccount[])[]): BlockWrites {
  return {
    blockhash: 'block',
    transactions: transactions.map((accounts, index) => ({ signature: `signature ${index}`, accounts })),
  };
}

function held(accounts: Readonly<Record<string, number>>, movements: readonly number[] = []) {
  const signatures = Object.entries(accounts).map(([key, index]) => [key, `signature ${index}`] as const);
  return {
    accounts: new Map(signatures),
    movements: new Set(movements.map((index) => `signature ${index}`)),
  };
}

const pledging = [
  wallet,
  program,
  written('launch'),
  written('pledge'),
  moved('escrow', 5n, 9n),
  moved('purse', 4n, 0n),
];

test('a block of strangers proves a slot of which the index holds nothing', () => {
  expect(unprovenBy(10n, block([wallet, written('stranger')]), undefined, followed)).toBeUndefined();
  expect(unprovenBy(10n, block(), undefined, followed)).toBeUndefined();
});

test('a slot is proven when every account stands by the last transaction that could write it', () => {
  const whole = held({ launch: 1, pledge: 0, escrow: 0 }, [0]);
  expect(
    unprovenBy(10n, block(pledging, [wallet, program, written('launch')]), whole, followed),
  ).toBeUndefined();
});

test.each([
  ['an account that is missing', held({ launch: 0, escrow: 0 }, [0])],
  ['an account that stands by an earlier transaction', held({ launch: 0, pledge: 0, escrow: 0 }, [0])],
  ['a movement that is missing', held({ launch: 1, pledge: 0, escrow: 0 })],
  ['nothing at all', undefined],
])('a slot is not proven with %s', (_what, found) => {
  expect(unprovenBy(10n, block(pledging, [wallet, program, written('launch')]), found, followed)).toBeTypeOf(
    'string',
  );
});

test('an account that was read as of the slot holds whatever its block wrote', () => {
  const read = { accounts: new Map([['launch', undefined]]), movements: new Set<string>() };
  expect(unprovenBy(10n, block([wallet, program, written('launch')]), read, followed)).toBeUndefined();
});

test('an account that nobody knows may be one of the program only where a transaction names the program', () => {
  const created = [wallet, program, written('new pledge')];
  expect(unprovenBy(10n, block(created), undefined, followed)).toBeTypeOf('string');
  expect(unprovenBy(10n, block(created), held({ 'new pledge': 0 }), followed)).toBeUndefined();
  expect(unprovenBy(10n, block([wallet, written('new pledge')]), undefined, followed)).toBeUndefined();
});

test('an account that came and went within the slot need not stand, whoever knows it', () => {
  for (const key of ['pledge', 'new pledge']) {
    const opened = [wallet, program, written(key, 0n, 2n)];
    const emptied = [wallet, program, written(key, 2n, 0n)];
    expect(unprovenBy(10n, block(opened, emptied), undefined, followed)).toBeUndefined();
    expect(unprovenBy(10n, block(opened), undefined, followed)).toBe(`a write to ${key} is missing`);
    expect(unprovenBy(10n, block(emptied), undefined, followed)).toBe(`a write to ${key} is missing`);
    expect(unprovenBy(10n, block(emptied, opened), undefined, followed)).toBeTypeOf('string');
  }
});

test('an escrow that a transaction could write and left as it was moved nothing', () => {
  const found = held({ escrow: 0 });
  expect(unprovenBy(10n, block([wallet, moved('escrow', 5n, 5n)]), found, followed)).toBeUndefined();
});

test('no movement is missed below the first slot of which they are known, as that of a snapshot', () => {
  const found = held({ launch: 0, pledge: 0, escrow: 0 });
  expect(unprovenBy(9n, block(pledging), found, followed)).toBeUndefined();
  expect(unprovenBy(10n, block(pledging), found, followed)).toBe('a movement of escrow is missing');
});
