import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pledgeAddress } from '../../../idl/pda.ts';
import { escrowFlows } from '../../../indexer/decode/escrow-flows.ts';
import type { Transaction } from '../../../indexer/model/source.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import {
  type Held,
  keyOf,
  makeTransaction,
  type TransactionDraft,
  transferData,
} from '../../support/flows/transaction-maker.ts';

const PROGRAM = keyOf('program');
const LAUNCH = 7n;
const pledgeOf = (wallet: string) => pledgeAddress(PROGRAM, LAUNCH, keyOf(wallet));
const named = (key: Uint8Array | undefined, names: readonly string[]) =>
  key && (names.find((name) => Buffer.compare(keyOf(name), key) === 0) ?? 'somebody else');
const launchOf = (key: Uint8Array): bigint | undefined => {
  if (Buffer.compare(key, keyOf('escrow')) === 0) return LAUNCH;
  return Buffer.compare(key, keyOf('second escrow')) === 0 ? 8n : undefined;
};

/** Flows as `pledge 5 in from alice`. */
function told(transaction: Transaction): string[] {
  return escrowFlows(transaction, { programId: PROGRAM, launchOf }).map((flow) => {
    const wallet = named(flow.wallet, ['alice', 'bob', 'pool', 'treasury', 'launch']) ?? 'unknown';
    return `${flow.kind} ${flow.amount} ${flow.direction}, ${wallet}`;
  });
}

const escrow = (before: bigint, after: bigint): Held => ({ owner: 'launch', before, after });
const of = (owner: string, before: bigint, after: bigint): Held => ({ owner, before, after });

/** The escrow program over the escrow, a wallet's Pledge and its tokens, which moves tokens by one transfer. */
function run(
  held: TransactionDraft['held'],
  { from, to, amount, wallet }: { from: string; to: string; amount: bigint; wallet?: string },
): Transaction {
  const pledge = wallet === undefined ? [] : [pledgeOf(wallet)];
  const people = wallet === undefined ? ['launch'] : ['launch', wallet];
  return makeTransaction({
    held,
    accounts: ['program', ...people, ...pledge],
    calls: (at) => [
      {
        program: at('program'),
        accounts: Uint8Array.from([...people, ...pledge, from, to], at),
        data: Uint8Array.of(1),
      },
      {
        program: at('token program'),
        accounts: Uint8Array.of(at(from), at(to), at('launch')),
        data: transferData(amount),
      },
    ],
  });
}

describe('what a transaction moved', () => {
  test("is a pledge when the program took it with the wallet's own Pledge", () => {
    const held = { escrow: escrow(10n, 15n), tokens: of('alice', 9n, 4n) };
    const move = { from: 'tokens', to: 'escrow', amount: 5n };
    expect(told(run(held, { ...move, wallet: 'alice' }))).toEqual(['pledge 5 in, alice']);
    expect(told(run(held, { ...move, wallet: 'bob' }))).toEqual(['transfer 5 in, alice']);
  });

  test("is a refund when the program gave it back with the wallet's own Pledge, emptied or not", () => {
    const move = { from: 'escrow', to: 'tokens', amount: 5n };
    for (const left of [0n, 10n]) {
      const held = { escrow: escrow(5n + left, left), tokens: of('alice', 0n, 5n) };
      expect(told(run(held, { ...move, wallet: 'alice' }))).toEqual(['refund 5 out, alice']);
      // To another's account: whose refund it was is not what the movement tells.
      expect(told(run(held, { ...move, wallet: 'bob' }))).toEqual(['transfer 5 out, alice']);
    }
  });

  test('is a collection when the program emptied the escrow without a Pledge', () => {
    const move = { from: 'escrow', to: 'tokens', amount: 5n };
    const emptied = { escrow: escrow(5n, 0n), tokens: of('treasury', 1n, 6n) };
    expect(told(run(emptied, move))).toEqual(['collection 5 out, treasury']);
    const left = { escrow: escrow(6n, 1n), tokens: of('treasury', 1n, 6n) };
    expect(told(run(left, move))).toEqual(['transfer 5 out, treasury']);
  });

  test('is a transfer when the program had no part in it', () => {
    const held = { escrow: escrow(0n, 3n), tokens: of('alice', 3n, 0n) };
    expect(told(makeTransaction({ held }))).toEqual(['transfer 3 in, alice']);
  });

  test('is nothing in a transaction that failed, and nothing where no token account is', () => {
    const held = { escrow: escrow(0n, 3n), tokens: of('alice', 3n, 0n) };
    expect(told(makeTransaction({ held, failed: true }))).toEqual([]);
    expect(told(makeTransaction({ held: { tokens: of('alice', 3n, 0n) }, accounts: ['escrow'] }))).toEqual(
      [],
    );
  });

  test('is exact at the largest amount', () => {
    const held = { escrow: escrow(0n, U64_MAX), tokens: of('alice', U64_MAX, 0n) };
    const move = { from: 'tokens', to: 'escrow', amount: U64_MAX, wallet: 'alice' };
    expect(told(run(held, move))).toEqual([`pledge ${U64_MAX} in, alice`]);
  });
});

describe('who was on the other side', () => {
  test('is the payer of the transfer, even when a swap filled the account in the same transaction', () => {
    // Given a pool that sells 50 to alice, who pledges them at once and ends with what she had
    const transaction = makeTransaction({
      held: { escrow: escrow(0n, 50n), pool: of('pool', 900n, 850n), tokens: of('alice', 1n, 1n) },
      accounts: ['mint'],
      calls: (at) => [
        {
          program: at('token program'),
          accounts: Uint8Array.of(at('pool'), at('mint'), at('tokens'), 0),
          data: transferData(50n, true),
        },
        {
          program: at('token program'),
          accounts: Uint8Array.of(at('tokens'), at('mint'), at('escrow'), 0),
          data: transferData(50n, true),
        },
      ],
    });
    expect(told(transaction)).toEqual(['transfer 50 in, alice']);
  });

  test('is told for each of several transfers in their order, even when they undo each other', () => {
    const transaction = makeTransaction({
      held: { escrow: escrow(4n, 4n), a: of('alice', 5n, 2n), b: of('bob', 0n, 3n) },
      calls: (at) => [
        { program: 0, accounts: Uint8Array.of(at('a'), at('escrow'), 0), data: transferData(3n) },
        { program: 0, accounts: Uint8Array.of(at('escrow'), at('b'), 0), data: transferData(3n) },
        { program: 0, accounts: Uint8Array.of(at('escrow'), at('escrow'), 0), data: transferData(9n) },
        { program: 0, accounts: Uint8Array.of(at('a'), at('escrow'), 0), data: transferData(0n) },
      ],
    });
    expect(told(transaction)).toEqual(['transfer 3 in, alice', 'transfer 3 out, bob']);
  });

  test.each<[string, Record<string, Held>, string[]]>([
    [
      'is split exactly when the others gave what came',
      { escrow: escrow(1n, 9n), a: of('alice', 5n, 0n), b: of('bob', 4n, 1n) },
      ['transfer 5 in, alice', 'transfer 3 in, bob'],
    ],
    [
      'is the only one who gave, though more than came',
      { escrow: escrow(0n, 5n), a: of('alice', 9n, 0n), b: of('bob', 0n, 4n) },
      ['transfer 5 in, alice'],
    ],
    [
      'is unknown where several could have given it',
      { escrow: escrow(0n, 5n), a: of('alice', 9n, 0n), b: of('bob', 4n, 0n) },
      ['transfer 5 in, unknown'],
    ],
    [
      'is unknown for the part that nobody gave',
      { escrow: escrow(0n, 5n), a: of('alice', 2n, 0n) },
      ['transfer 2 in, alice', 'transfer 3 in, unknown'],
    ],
    [
      'is nobody who holds another mint',
      { escrow: escrow(0n, 5n), a: { ...of('alice', 5n, 0n), mint: 'another mint' } },
      ['transfer 5 in, unknown'],
    ],
    [
      'is unknown where the node tells no owner',
      { escrow: escrow(5n, 0n), a: { before: 0n, after: 5n } },
      ['transfer 5 out, unknown'],
    ],
    [
      'is the owner of an account that was closed behind it',
      { escrow: escrow(0n, 5n), a: { owner: 'alice', before: 5n } },
      ['transfer 5 in, alice'],
    ],
  ])('%s, by balances alone', (_case, held, expected) => {
    expect(told(makeTransaction({ held }))).toEqual(expected);
  });

  test('is told by balances when the recorded transfers do not add up, as with a mint that keeps a fee', () => {
    const transaction = makeTransaction({
      held: { escrow: escrow(0n, 98n), a: of('alice', 100n, 0n) },
      calls: (at) => [
        { program: 0, accounts: Uint8Array.of(at('a'), at('escrow'), 0), data: transferData(100n) },
      ],
    });
    expect(told(transaction)).toEqual(['transfer 98 in, alice']);
  });
});

describe('an escrow', () => {
  test('that was closed and opened for another mint has its movements in both', () => {
    const transaction: Transaction = {
      ...makeTransaction({ held: { escrow: escrow(5n, 3n), a: of('alice', 0n, 5n) } }),
      postTokenBalances: [
        { accountIndex: 1, mint: keyOf('another mint'), owner: keyOf('launch'), amount: 3n },
        { accountIndex: 2, mint: keyOf('mint'), owner: keyOf('alice'), amount: 5n },
      ],
    };
    expect(told(transaction)).toEqual(['transfer 5 out, alice', 'transfer 3 in, unknown']);
  });

  test('numbers its movements apart from those of another escrow in the same transaction', () => {
    const held = {
      escrow: escrow(0n, 8n),
      'second escrow': escrow(0n, 2n),
      a: of('alice', 9n, 0n),
      b: of('bob', 1n, 0n),
    };
    const calls: TransactionDraft['calls'] = (at) => [
      { program: 0, accounts: Uint8Array.of(at('a'), at('escrow'), 0), data: transferData(7n) },
      { program: 0, accounts: Uint8Array.of(at('a'), at('second escrow'), 0), data: transferData(2n) },
      { program: 0, accounts: Uint8Array.of(at('b'), at('escrow'), 0), data: transferData(1n) },
    ];
    const flows = escrowFlows(makeTransaction({ held, calls }), { programId: PROGRAM, launchOf });
    expect(flows.map(({ launchId, ordinal, amount }) => [launchId, ordinal, amount])).toEqual([
      [7n, 0, 7n],
      [7n, 1, 1n],
      [8n, 0, 2n],
    ]);
  });

  const amount = fc.oneof(fc.bigInt({ min: 0n, max: 9n }), fc.bigInt({ min: 0n, max: U64_MAX }));
  const moment = fc.option(amount, { nil: undefined });
  const account = fc.record({ before: moment, after: moment, owner: fc.constantFrom('alice', 'bob') });
  const transfer = fc.record({
    from: fc.nat({ max: 6 }),
    to: fc.nat({ max: 6 }),
    amount,
    checked: fc.boolean(),
    inside: fc.boolean(),
  });

  test('changes by exactly what its flows say, whatever the transaction holds', () => {
    fc.assert(
      fc.property(
        fc.array(account, { minLength: 1, maxLength: 5 }),
        fc.array(transfer, { maxLength: 4 }),
        fc.boolean(),
        (accounts, transfers, balanced) => {
          const before = accounts[0]?.before ?? 0n;
          const sent = transfers.reduce((sum, { from, to, amount }) => {
            return from === to ? sum : sum + (to === 1 ? amount : from === 1 ? -amount : 0n);
          }, before);
          const held = Object.fromEntries(
            accounts.map((one, index) => [
              index === 0 ? 'escrow' : `account ${index}`,
              present(
                index === 0 && balanced && sent >= 0n && sent <= U64_MAX ? { ...one, after: sent } : one,
              ),
            ]),
          );
          const transaction = makeTransaction({
            held,
            calls: () =>
              transfers.map(({ from, to, amount, checked, inside }) => ({
                program: inside ? 0 : 1,
                accounts: checked ? Uint8Array.of(from, 0, to, 0) : Uint8Array.of(from, to, 0),
                data: transferData(amount, checked),
              })),
          });
          const flows = escrowFlows(transaction, { programId: PROGRAM, launchOf });
          const moved = flows.reduce((sum, { direction, amount }) => {
            return sum + (direction === 'in' ? amount : -amount);
          }, 0n);
          const { escrow: own } = held;
          expect(moved).toBe((own?.after ?? 0n) - (own?.before ?? 0n));
          expect(flows.every(({ amount }) => amount > 0n && amount <= U64_MAX)).toBe(true);
          expect(flows.map(({ ordinal }) => ordinal)).toEqual([...flows.keys()]);
          expect(escrowFlows(transaction, { programId: PROGRAM, launchOf })).toEqual(flows);
        },
      ),
      { numRuns: 300 },
    );
  });
});

function present({
  owner,
  before,
  after,
}: {
  owner: string;
  before?: bigint | undefined;
  after?: bigint | undefined;
}): Held {
  return { owner, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}
