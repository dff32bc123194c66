import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appendRow } from '../../../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../../../core/olap/native/column-block.ts';
import { defineLayout } from '../../../../core/olap/native/layout.ts';
import type { GetOlap } from './under-test.ts';

const layout = defineLayout({
  u8: 'UInt8',
  flag: 'Bool',
  u32: 'UInt32',
  u64: 'UInt64',
  i64: 'Int64',
  u128: 'UInt128',
  fixed: 'FixedString(4)',
  text: 'String',
  bytes: 'String',
  maybe_u64: 'Nullable(UInt64)',
  maybe_i64: 'Nullable(Int64)',
  role: "Enum8('escrow' = 1, 'vault' = 2)",
  at: "DateTime64(3, 'UTC')",
  word: 'String',
});

const CREATE = `CREATE TABLE every_type (
  word LowCardinality(String), u8 UInt8, flag Bool, u32 UInt32, u64 UInt64, i64 Int64, u128 UInt128,
  fixed FixedString(4), text String, bytes String, maybe_u64 Nullable(UInt64), maybe_i64 Nullable(Int64),
  role Enum8('escrow' = 1, 'vault' = 2), at DateTime64(3, 'UTC'), left_out UInt8 DEFAULT 9
) ENGINE = MergeTree ORDER BY u64`;

const SELECT = `SELECT u8, flag, u32, u64, i64, u128, hex(fixed) AS fixed, text, hex(bytes) AS bytes,
  maybe_u64, maybe_i64, role, at, word, left_out FROM every_type ORDER BY u64`;

const greatest = {
  u8: 255,
  flag: true,
  u32: 4_294_967_295,
  u64: 18_446_744_073_709_551_615n,
  i64: -9_223_372_036_854_775_808n,
  u128: 340_282_366_920_938_463_463_374_607_431_768_211_455n,
  fixed: Buffer.from('fffe8001', 'hex'),
  text: 'ß\n',
  bytes: Buffer.from('00fffe80', 'hex'),
  maybe_u64: 18_446_744_073_709_551_615n,
  maybe_i64: -1n,
  role: 2,
  at: BigInt(Date.parse('2026-10-01T00:00:00.123Z')),
  word: 'confirmed',
};

export function columnSuite(olap: GetOlap): void {
  describe('blocks of columns', () => {
    test('every type keeps its extremes and its zero, whatever the order of the table', async () => {
      // Given a table whose columns stand in another order, and a block with a row of extremes and one of zeros
      await olap().writer.command({ sql: CREATE });
      const block = new ColumnBlock(layout);
      appendRow(block, greatest);
      appendRow(block, { role: 1 });

      // When the block is inserted
      await olap().writer.insert('every_type', block);

      // Then both rows are there, byte for byte
      const rows = await olap().reader.query({ sql: SELECT }, z.record(z.string(), z.unknown()));
      expect(rows).toEqual([
        {
          u8: 0,
          flag: false,
          u32: 0,
          u64: '0',
          i64: '0',
          u128: '0',
          fixed: '00000000',
          text: '',
          bytes: '',
          maybe_u64: null,
          maybe_i64: null,
          role: 'escrow',
          at: '1970-01-01 00:00:00.000',
          word: '',
          left_out: 9,
        },
        {
          u8: 255,
          flag: true,
          u32: 4_294_967_295,
          u64: String(greatest.u64),
          i64: String(greatest.i64),
          u128: String(greatest.u128),
          fixed: 'FFFE8001',
          text: 'ß\n',
          bytes: '00FFFE80',
          maybe_u64: String(greatest.u64),
          maybe_i64: '-1',
          role: 'vault',
          at: '2026-10-01 00:00:00.123',
          word: 'confirmed',
          left_out: 9,
        },
      ]);
    });

    test('a block of many rows arrives whole, and an empty one is nothing', async () => {
      await olap().writer.command({ sql: 'CREATE TABLE many (n UInt64) ENGINE = MergeTree ORDER BY n' });
      const numbers = defineLayout({ n: 'UInt64' });
      const block = new ColumnBlock(numbers);
      for (let n = 0n; n < 50_000n; n += 1n) block.setI64(numbers.byName.n, block.addRow(), n * n);

      await olap().writer.insert('many', block);
      await olap().writer.insert('many', new ColumnBlock(numbers));

      const rows = await olap().reader.query(
        { sql: 'SELECT count() AS count, sum(toUInt128(n)) AS sum FROM many' },
        z.object({ count: z.string(), sum: z.string() }),
      );
      expect(rows).toEqual([{ count: '50000', sum: '41665416675000' }]);
    });

    test('a name that is not an identifier never reaches the engine', async () => {
      const block = new ColumnBlock(defineLayout({ 'n) VALUES (1); --': 'UInt64' }));
      block.addRow();
      await expect(olap().writer.insert('many', block)).rejects.toMatchObject({ code: 'OLAP_REJECTED' });
      await expect(olap().writer.insert('many; DROP TABLE many', block)).rejects.toMatchObject({
        code: 'OLAP_REJECTED',
      });
    });
  });
}
