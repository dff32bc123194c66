import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { geyser, type SubscribeUpdate } from '../../../../core/kernel/geyser.ts';
import { UpdateScanner } from '../../../../indexer/source/scan/update.ts';
import { type Recorded, RecordingSink } from '../../../support/recording-sink.ts';
import { readNaively } from './naive-reader.ts';

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const i64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const account = fc.record({
  account: fc.record({
    pubkey: bytes(32),
    lamports: u64,
    owner: bytes(32),
    executable: fc.boolean(),
    rentEpoch: u64,
    data: fc.uint8Array({ maxLength: 400 }),
    writeVersion: u64,
    txnSignature: optional(bytes(64)),
  }),
  slot: u64,
  isStartup: fc.boolean(),
});
const slot = fc.record({
  slot: u64,
  parent: optional(u64),
  status: fc.integer({ min: 0, max: 6 }),
  deadError: optional(fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed())),
});
const blockMeta = fc.record({
  slot: u64,
  blockhash: fc.string({ minLength: 1, maxLength: 44 }),
  rewards: optional(fc.constant({ rewards: [], numPartitions: undefined })),
  blockTime: optional(fc.record({ timestamp: i64 })),
  blockHeight: optional(fc.record({ blockHeight: u64 })),
  parentSlot: u64,
  parentBlockhash: fc.string(),
  executedTransactionCount: u64,
  entriesCount: u64,
});
const update: fc.Arbitrary<SubscribeUpdate> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: account.map((value) => ({ account: value })) },
      slot.map((value) => ({ slot: value })),
      blockMeta.map((value) => ({ blockMeta: value })),
      fc.constant({ ping: {} }),
      fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((id) => ({ pong: { id } })),
    ),
    fc.array(fc.string(), { maxLength: 3 }),
    optional(fc.constant(new Date(1_790_000_000_123))),
  )
  .map(([kind, filters, createdAt]) => ({ ...kind, filters, createdAt }) as SubscribeUpdate);

const encode = (value: SubscribeUpdate): Buffer => Buffer.from(geyser.SubscribeUpdate.encode(value).finish());
const hex = (value: Uint8Array): string => Buffer.from(value).toString('hex');

/** What the official codec says of the same bytes, in the sink's words. */
function oracle(decoded: SubscribeUpdate): Recorded | 'ping' {
  if (decoded.account?.account) {
    const { account: info, slot: at } = decoded.account;
    return {
      kind: 'account',
      account: {
        pubkey: hex(info.pubkey),
        owner: hex(info.owner),
        data: hex(info.data),
        signature: info.txnSignature && hex(info.txnSignature),
        slot: BigInt(at),
        lamports: BigInt(info.lamports),
        writeVersion: BigInt(info.writeVersion),
      },
    };
  }
  if (decoded.slot) {
    const { slot: number, parent, status, deadError } = decoded.slot;
    const name = ({ 0: 'processed', 1: 'confirmed', 2: 'finalized', 6: 'dead' } as const)[status as number];
    if (!name) return 'ping';
    const update = { slot: BigInt(number), parent: parent === undefined ? undefined : BigInt(parent) };
    return { kind: 'slot', slot: { ...update, status: name, deadError } };
  }
  if (decoded.blockMeta) {
    const { slot: number, parentSlot, blockhash, blockTime, blockHeight } = decoded.blockMeta;
    return {
      kind: 'block_meta',
      meta: {
        slot: BigInt(number),
        parentSlot: BigInt(parentSlot),
        blockhash,
        blockTime: blockTime && BigInt(blockTime.timestamp),
        blockHeight: blockHeight && BigInt(blockHeight.blockHeight),
      },
    };
  }
  return 'ping';
}

function scan(message: Buffer, start = 0, end = message.length): Recorded | 'ping' {
  const sink = new RecordingSink();
  new UpdateScanner(sink).scan(message, start, end);
  expect(sink.all.length + sink.pings).toBe(1);
  return sink.all[0] ?? 'ping';
}

describe('the update scanner', () => {
  test('agrees with the official codec on every update, wherever it lies in a buffer', () => {
    fc.assert(
      fc.property(update, bytes(17), bytes(9), (value, before, after) => {
        const message = encode(value);
        const buffer = Buffer.concat([before, message, after]);
        expect(scan(buffer, 17, 17 + message.length)).toEqual(oracle(geyser.SubscribeUpdate.decode(message)));
      }),
      { numRuns: 300 },
    );
  });

  test('keeps nothing of an earlier update in a later one', () => {
    const sink = new RecordingSink();
    const scanner = new UpdateScanner(sink);
    fc.assert(
      fc.property(account, (value) => {
        const message = encode({ filters: [], createdAt: undefined, account: value });
        scanner.scan(message, 0, message.length);
        const seen = sink.all.pop();
        expect(seen).toEqual(oracle(geyser.SubscribeUpdate.decode(message)));
      }),
      { numRuns: 100 },
    );
  });

  test('refuses every truncation of an account update and never calls the sink for one', () => {
    fc.assert(
      fc.property(account, (value) => {
        const message = encode({ filters: ['program'], createdAt: undefined, account: value });
        const sink = new RecordingSink();
        const scanner = new UpdateScanner(sink);
        // The first 9 bytes are the filter name, which is a whole message of no kind without the rest.
        for (let end = 10; end < message.length; end++) {
          expect(() => scanner.scan(message, 0, end)).toThrow(/cannot be read/);
        }
        expect(sink.all).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  test('reads damaged bytes as a plain reading of the wire format has them, or not at all', () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(update, damage, (value, hits) => {
        const message = encode(value);
        for (const [at, byte] of hits) message[at % Math.max(message.length, 1)] = byte;
        const scanned = attempt(() => scan(message));
        if (scanned !== undefined) expect(scanned).toEqual(readNaively(message));
      }),
      { numRuns: 500 },
    );
  });

  test('survives bytes that never were an update', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (noise) => {
        attempt(() => scan(Buffer.from(noise)));
      }),
      { numRuns: 500 },
    );
  });

  test('steps over fields that this version of the protocol does not know', () => {
    const message = encode({
      filters: [],
      createdAt: undefined,
      slot: { slot: '5', status: 1, parent: '4' },
    } as SubscribeUpdate);
    // Field 100 as a varint, field 101 as 64 bits, field 102 as text, field 103 as 32 bits
    const unknown = Buffer.from('a00601a9060102030405060708b20603616263bd0601020304', 'hex');
    expect(scan(Buffer.concat([unknown, message, unknown]))).toEqual({
      kind: 'slot',
      slot: { slot: 5n, parent: 4n, status: 'confirmed', deadError: undefined },
    });
  });

  test.each([
    ['two kinds in one update', '1a0208051a020806', 'holds both'],
    ['a varint of eleven bytes', `1a0c08${'ff'.repeat(10)}01`, 'wider than 64 bits'],
    ['a varint above 64 bits', `1a0b08${'ff'.repeat(9)}02`, 'wider than 64 bits'],
    ['a group, which the protocol does not use', '0b0c', 'wire type 3'],
    ['field number 0', '0001', 'illegal tag'],
    ['a length beyond the message', '12ff01', 'cut off'],
    ['a key of 31 bytes', `12230a210a1f${'01'.repeat(31)}`, '31 bytes, not 32'],
    ['an account update without its account', '12021005', 'holds no account'],
    ['an account without a key', '12020a00', 'lacks its key'],
    ['a block meta without a blockhash', '3a020805', 'lacks its blockhash'],
  ])('refuses %s', (_case, text, reason) => {
    expect(() => scan(Buffer.from(text, 'hex'))).toThrow(reason);
  });
});

/** The result, or undefined when the input was refused in the agreed way; anything else fails the test. */
function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch (error) {
    if (isLaunchlensError(error, 'UPDATE_MALFORMED')) return undefined;
    throw error;
  }
}
