import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { unsignedColumn } from '../../../../core/olap/port.ts';
import type { GetOlap } from './under-test.ts';

const textRow = z.object({ x: z.string() });

export function parameterSuite(olap: GetOlap): void {
  const echo = async (x: string): Promise<string | undefined> => {
    const rows = await olap().reader.query({ sql: 'SELECT {x:String} AS x', parameters: { x } }, textRow);
    return rows[0]?.x;
  };

  describe('parameters', () => {
    test.each([
      "'; DROP TABLE checkpoints; --",
      "\\'; SELECT 1; --",
      '{x:String}',
      '\\N',
      'NULL',
      '`',
      '/* x */',
      "a'b\\'c\\\\'d",
      'tab\tnewline\nreturn\rnul\0end',
      '',
    ])('the text %j is a value and never SQL', async (text) => {
      expect(await echo(text)).toBe(text);
    });

    test('any text comes back as it went', async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
          fc.pre(text.isWellFormed());
          expect(await echo(text)).toBe(text);
        }),
        { numRuns: 60 },
      );
    });

    test('arrays of texts and of integers are bound whole', async () => {
      const texts = ["it's", 'tab\t', '\\', ',', '[]', ''];
      const numbers = [0n, 18_446_744_073_709_551_615n];
      const rows = await olap().reader.query(
        {
          sql: 'SELECT {texts:Array(String)} AS texts, {numbers:Array(UInt64)} AS numbers',
          parameters: { texts, numbers },
        },
        z.object({ texts: z.array(z.string()), numbers: z.array(unsignedColumn) }),
      );
      expect(rows).toEqual([{ texts, numbers }]);
    });

    test('integers of 64 bits, booleans and raw keys are bound exactly', async () => {
      const key = 'ff00'.repeat(16);
      const rows = await olap().reader.query(
        {
          sql: `SELECT {big:UInt64} AS big, {low:Int64} AS low, {yes:Bool} AS yes,
            hex(toFixedString(unhex({key:String}), 32)) AS key`,
          parameters: { big: 18_446_744_073_709_551_615n, low: -5n, yes: true, key },
        },
        z.object({ big: z.string(), low: z.string(), yes: z.boolean(), key: z.string() }),
      );
      expect(rows).toEqual([{ big: '18446744073709551615', low: '-5', yes: true, key: key.toUpperCase() }]);
    });

    test('a value that does not fit its type is refused without being repeated', async () => {
      const query = olap().reader.query(
        { sql: 'SELECT {x:UInt64} AS x', parameters: { x: '12secret' } },
        textRow,
      );
      await expect(query).rejects.toMatchObject({ code: 'OLAP_REJECTED' });
      await expect(query).rejects.not.toThrow(/secret/);
    });

    test('a parameter left out is refused, also after a statement that had one of its name', async () => {
      await echo('earlier');
      await echo('earlier');
      const query = olap().reader.query({ sql: 'SELECT {x:String} AS x' }, textRow);
      await expect(query).rejects.toMatchObject({
        code: 'OLAP_REJECTED',
        context: { clickhouseCode: 456 },
      });
    });
  });
}
