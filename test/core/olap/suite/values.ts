import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  flagColumn,
  hexColumn,
  signedColumn,
  smallColumn,
  timestampColumn,
  unsignedColumn,
} from '../../../../core/olap/port.ts';
import type { GetOlap } from './under-test.ts';

export function valueSuite(olap: GetOlap): void {
  describe('values', () => {
    test('integers of 64 bits and more arrive exactly', async () => {
      const row = z.object({
        u64: unsignedColumn,
        i64: signedColumn,
        u128: unsignedColumn,
        sum: unsignedColumn,
      });
      const [values] = await olap().reader.query(
        {
          sql: `SELECT
            toUInt64('18446744073709551615') AS u64,
            toInt64('-9223372036854775808') AS i64,
            toUInt128('340282366920938463463374607431768211455') AS u128,
            sum(toUInt128(x)) AS sum
          FROM (SELECT arrayJoin([toUInt64('18446744073709551615'), 1]) AS x)`,
        },
        row,
      );
      expect(values).toEqual({
        u64: 18_446_744_073_709_551_615n,
        i64: -9_223_372_036_854_775_808n,
        u128: 340_282_366_920_938_463_463_374_607_431_768_211_455n,
        sum: 18_446_744_073_709_551_616n,
      });
    });

    test('small integers, flags, bytes, times and NULL arrive as their columns', async () => {
      const row = z.object({
        small: smallColumn,
        flag: flagColumn,
        bytes: hexColumn,
        at: timestampColumn,
        none: unsignedColumn.nullable(),
      });
      const [values] = await olap().reader.query(
        {
          sql: `SELECT toUInt32(4294967295) AS small, toUInt8(1) AS flag, hex(unhex('00ff10')) AS bytes,
            toDateTime64('2026-10-01 00:00:00.123', 3, 'UTC') AS at, CAST(NULL AS Nullable(UInt64)) AS none`,
        },
        row,
      );
      expect(values).toEqual({
        small: 4_294_967_295,
        flag: true,
        bytes: Buffer.from([0, 255, 16]),
        at: Date.parse('2026-10-01T00:00:00.123Z'),
        none: null,
      });
    });

    test('text with line breaks and any script stays one row', async () => {
      const text = 'a\nb\r\n"c"\\ ß€😀\u2028';
      const rows = await olap().reader.query(
        { sql: 'SELECT {text:String} AS text', parameters: { text } },
        z.object({ text: z.string() }),
      );
      expect(rows).toEqual([{ text }]);
    });

    test('a row of another shape is refused by column name and without its value', async () => {
      const query = olap().reader.query(
        { sql: "SELECT 'sesame' AS word" },
        z.object({ word: z.string().regex(/^[0-9]+$/) }),
      );
      await expect(query).rejects.toMatchObject({ code: 'OLAP_BAD_ROW' });
      await expect(query).rejects.toThrow(/word/);
      await expect(query).rejects.not.toThrow(/sesame/);
    });
  });
}
