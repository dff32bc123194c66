import { base58 } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { geyser, type SubscribeUpdate } from '../../../../core/kernel/geyser.ts';
import type { Transaction, UpdateSink } from '../../../../indexer/model/source.ts';
import { UpdateScanner } from '../../../../indexer/source/scan/update.ts';
import { RecordingSink } from '../../../support/recording-sink.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const short = fc.uint8Array({ maxLength: 12 });
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const index = fc.integer({ min: 0, max: 255 });
const keys = fc.array(bytes(32), { maxLength: 6 });

const balance = fc.record({
  accountIndex: index,
  mint: bytes(32),
  owner: fc.option(bytes(32), { nil: undefined }),
  amount: u64,
});
const instruction = fc.record({ program: index, accounts: short, data: short });
const drawn = fc.record({
  slot: u64,
  signature: bytes(64),
  failed: fc.boolean(),
  staticKeys: keys,
  loadedWritable: keys,
  loadedReadonly: keys,
  before: fc.array(balance, { maxLength: 4 }),
  after: fc.array(balance, { maxLength: 4 }),
  place: fc.integer({ min: 0, max: 9_999 }),
  lamports: fc.array(fc.tuple(fc.constantFrom(0n, 1n, 2n ** 64n - 1n), fc.constantFrom(0n, 5_000n)), {
    minLength: 18,
    maxLength: 18,
  }),
  calls: fc.array(fc.tuple(instruction, fc.array(instruction, { maxLength: 3 })), { maxLength: 4 }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

const wireBalance = ({ accountIndex, mint, owner, amount }: Drawn['before'][number]) => ({
  accountIndex,
  mint: base58.encode(mint),
  owner: owner ? base58.encode(owner) : '',
  programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  uiTokenAmount: { uiAmount: 1.5, decimals: 6, amount: amount.toString(), uiAmountString: 'no matter' },
});
const wireInstruction = ({ program, accounts, data }: Drawn['calls'][number][0]) => ({
  programIdIndex: program,
  accounts,
  data,
});

const keysOf = (one: Drawn) => [...one.staticKeys, ...one.loadedWritable, ...one.loadedReadonly];
const lamportsOf = (one: Drawn) => one.lamports.slice(0, keysOf(one).length);

function wire(one: Drawn): Buffer {
  const update = {
    filters: ['t'],
    transaction: {
      slot: one.slot.toString(),
      transaction: {
        signature: one.signature,
        isVote: false,
        index: one.place.toString(),
        transaction: {
          signatures: [one.signature],
          message: {
            header: {
              numRequiredSignatures: 1,
              numReadonlySignedAccounts: 0,
              numReadonlyUnsignedAccounts: 0,
            },
            accountKeys: one.staticKeys,
            recentBlockhash: new Uint8Array(32),
            instructions: one.calls.map(([outer]) => wireInstruction(outer)),
            versioned: true,
            addressTableLookups: [],
          },
        },
        meta: {
          err: one.failed ? { err: Uint8Array.of(8, 0, 0, 0) } : undefined,
          fee: '5000',
          preBalances: lamportsOf(one).map(([before]) => before.toString()),
          postBalances: lamportsOf(one).map(([, after]) => after.toString()),
          innerInstructions: one.calls.map(([, inner], at) => ({
            index: at,
            instructions: inner.map((call) => ({ ...wireInstruction(call), stackHeight: 2 })),
          })),
          innerInstructionsNone: false,
          logMessages: ['Program log: hello'],
          logMessagesNone: false,
          preTokenBalances: one.before.map(wireBalance),
          postTokenBalances: one.after.map(wireBalance),
          rewards: [],
          loadedWritableAddresses: one.loadedWritable,
          loadedReadonlyAddresses: one.loadedReadonly,
          returnDataNone: true,
        },
      },
    },
  };
  return Buffer.from(
    geyser.SubscribeUpdate.encode(geyser.SubscribeUpdate.fromPartial(update as never)).finish(),
  );
}

/** Copies, because what a sink is told lies in the buffer of the stream. */
function copied(transaction: Transaction): unknown {
  return JSON.parse(JSON.stringify(transaction, readable));
}

function readable(_name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  // A Buffer has turned itself into this by now.
  if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer') {
    return Buffer.from((value as unknown as { data: number[] }).data).toString('hex');
  }
  return typeof value === 'bigint' ? value.toString() : value;
}

function scan(message: Buffer): unknown[] {
  const told: unknown[] = [];
  const ignore = () => undefined;
  const sink: UpdateSink = {
    account: ignore,
    slot: ignore,
    blockMeta: ignore,
    transaction: (transaction) => told.push(copied(transaction)),
  };
  const padded = Buffer.concat([Buffer.alloc(7, 0xff), message, Buffer.alloc(7, 0xff)]);
  new UpdateScanner(sink).scan(padded, 7, 7 + message.length);
  return told;
}

describe('a transaction update', () => {
  test('is read as the official codec wrote it: keys, balances and calls in their order', () => {
    fc.assert(
      fc.property(drawn, (one) => {
        const expected: Transaction = {
          slot: one.slot,
          signature: one.signature,
          index: one.place,
          failed: one.failed,
          accountKeys: keysOf(one),
          preTokenBalances: one.before,
          postTokenBalances: one.after,
          emptied: keysOf(one).filter((_, at) => {
            const [before = 0n, after = 0n] = one.lamports[at] ?? [];
            return before > 0n && after === 0n;
          }),
          instructions: one.calls.flatMap(([outer, inner], at) => [
            { ...outer, outer: at, inner: 0, height: 1 },
            ...inner.map((call, place) => ({ ...call, outer: at, inner: place + 1, height: 2 })),
          ]),
          innerRecorded: true,
          logs: [Buffer.from('Program log: hello')],
        };
        expect(scan(wire(one))).toEqual([copied(expected)]);
      }),
    );
  });

  test('that is damaged is refused as malformed or read, and nothing else happens', () => {
    fc.assert(
      fc.property(
        drawn,
        fc.nat(),
        fc.integer({ min: 0, max: 255 }),
        fc.boolean(),
        (one, place, byte, cut) => {
          const message = wire(one);
          const at = place % message.length;
          const damaged = cut ? message.subarray(0, at) : Buffer.from(message);
          if (!cut) damaged[at] = byte;
          try {
            scan(damaged);
          } catch (error) {
            expect(isLaunchlensError(error, 'UPDATE_MALFORMED')).toBe(true);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    ['its signature', { transaction: { meta: {} } }],
    ['its meta', { transaction: { signature: new Uint8Array(64) } }],
  ])('is refused without %s', (what, transaction) => {
    const update = geyser.SubscribeUpdate.fromPartial({ transaction } as never);
    const message = Buffer.from(geyser.SubscribeUpdate.encode(update).finish());
    expect(() => scan(message)).toThrow(`a transaction lacks ${what}`);
  });

  test('is refused when its amount is no number of 64 bits, or its mint no key', () => {
    const withBalance = (balance: object): Buffer => {
      const meta = { preTokenBalances: [balance] };
      const transaction = { transaction: { signature: new Uint8Array(64), meta } };
      const update = geyser.SubscribeUpdate.fromPartial({ transaction } as never) as SubscribeUpdate;
      return Buffer.from(geyser.SubscribeUpdate.encode(update).finish());
    };
    const mint = base58.encode(new Uint8Array(32).fill(7));
    for (const amount of ['-1', '18446744073709551616', '1.5', '']) {
      expect(() => scan(withBalance({ mint, uiTokenAmount: { amount } }))).toThrow('amount');
    }
    expect(() => scan(withBalance({ mint: '0', uiTokenAmount: { amount: '1' } }))).toThrow('mint');
  });

  test('is refused when it tells balances of other accounts than it names, or of too many', () => {
    const withBalances = (pre: number, post: number, keys: number): Buffer => {
      const message = { accountKeys: Array.from({ length: keys }, () => new Uint8Array(32)) };
      const meta = { preBalances: Array(pre).fill('1'), postBalances: Array(post).fill('1') };
      const transaction = {
        transaction: { signature: new Uint8Array(64), transaction: { message }, meta },
      };
      const update = geyser.SubscribeUpdate.fromPartial({ transaction } as never) as SubscribeUpdate;
      return Buffer.from(geyser.SubscribeUpdate.encode(update).finish());
    };
    expect(scan(withBalances(2, 2, 2))).toHaveLength(1);
    expect(scan(withBalances(0, 0, 2))).toHaveLength(1);
    for (const [pre, post] of [
      [1, 2],
      [2, 1],
      [3, 3],
      [0, 2],
    ] as const)
      expect(() => scan(withBalances(pre, post, 2))).toThrow('a transaction has 2 keys');
    expect(() => scan(withBalances(257, 257, 256))).toThrow('too many balances');
  });

  test('is a sign of life to a sink that does not ask for transactions', () => {
    const [one] = fc.sample(drawn, 1);
    if (!one) expect.fail('nothing drawn');
    const sink = new RecordingSink();
    const message = wire(one);
    expect(new UpdateScanner(sink).scan(message, 0, message.length)).toBe('update');
    expect({ pings: sink.pings, told: sink.all }).toEqual({ pings: 1, told: [] });
  });
});
