import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Transaction } from '../../../../indexer/model/source.ts';
import { ByteCursor } from '../../../../indexer/source/capture/byte-cursor.ts';
import { ByteWriter } from '../../../../indexer/source/capture/byte-writer.ts';
import { readTransaction } from '../../../../indexer/source/capture/read-record.ts';
import { writeTransaction } from '../../../../indexer/source/capture/write-record.ts';

const HEAD = 5;
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map(Buffer.from);
const some = fc.uint8Array({ maxLength: 40 }).map(Buffer.from);
const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

const balance = fc.record({
  accountIndex: fc.nat({ max: 255 }),
  mint: bytes(32),
  owner: fc.option(bytes(32), { nil: undefined }),
  amount,
});
const instruction = fc.record({ program: fc.nat({ max: 255 }), accounts: some, data: some });
const transactions: fc.Arbitrary<Transaction> = fc
  .record({
    slot: amount,
    signature: bytes(64),
    failed: fc.boolean(),
    index: fc.option(fc.nat({ max: 2 ** 32 - 1 }), { nil: undefined }),
    accountKeys: fc.uniqueArray(bytes(32), { maxLength: 20, selector: (key) => key.toString('hex') }),
    preTokenBalances: fc.array(balance, { maxLength: 5 }),
    postTokenBalances: fc.array(balance, { maxLength: 5 }),
    instructions: fc.array(instruction, { maxLength: 6 }),
  })
  .chain((parts) => fc.subarray(parts.accountKeys).map((emptied): Transaction => ({ ...parts, emptied })));

function written(transaction: Transaction): Buffer {
  const writer = new ByteWriter(8);
  writeTransaction(writer, transaction);
  return writer.written;
}

describe('a transaction in a capture', () => {
  test('comes back as it was', () => {
    fc.assert(
      fc.property(transactions, (transaction) => {
        const record = written(transaction);
        expect(record.readUInt32LE(1)).toBe(record.length - HEAD);
        expect(readTransaction(new ByteCursor(record, HEAD), transaction.slot)).toEqual(transaction);
      }),
    );
  });

  test('that is cut or longer than it says is refused', () => {
    fc.assert(
      fc.property(transactions, fc.nat(), (transaction, cut) => {
        const record = written(transaction);
        const length = HEAD + (cut % (record.length - HEAD));
        const read = (part: Buffer) => () => readTransaction(new ByteCursor(part, HEAD), transaction.slot);
        expect(read(record.subarray(0, length))).toThrow(RangeError);
        expect(read(Buffer.concat([record, Buffer.of(0)]))).toThrow(RangeError);
      }),
    );
  });
});
