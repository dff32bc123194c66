import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  booleanColumn,
  integerColumn,
  smallColumn,
  timestampColumn,
} from '../../../../core/oltp/statements.ts';
import type { GetOltp } from './under-test.ts';

const U64_MAX = 2n ** 64n - 1n;

export function valueSuite(oltp: GetOltp): void {
  describe('values', () => {
    test('of any size come back digit for digit, as columns and in lists', async () => {
      const row = z.object({ one: integerColumn, listed: booleanColumn });
      const sql = 'SELECT $1::numeric(39, 0) AS one, $1::numeric(39, 0) = ANY($2::numeric[]) AS listed';
      await fc.assert(
        fc.asyncProperty(fc.bigInt(0n, 2n ** 128n), fc.array(fc.bigInt(0n, U64_MAX)), async (one, others) => {
          expect(await oltp().query(sql, [one, [...others, one]], row)).toEqual([{ one, listed: true }]);
        }),
        { numRuns: 30 },
      );
    });

    test('bigint columns never pass through a double', async () => {
      const row = z.object({ id: integerColumn });
      const id = 9_007_199_254_740_993n;
      expect(await oltp().query('SELECT $1::bigint AS id', [id], row)).toEqual([{ id }]);
    });

    test('of every kind that is used come back as they were sent', async () => {
      const sql =
        'SELECT $1::text AS words, $2::boolean AS yes, $3::timestamptz AS at, $4::text AS nothing, $5::integer AS small';
      const row = z.object({
        words: z.string(),
        yes: booleanColumn,
        at: timestampColumn,
        nothing: z.null(),
        small: smallColumn,
      });
      const at = Date.parse('2026-10-01T12:00:00.407Z');
      const words = `it's "quoted", {in} braces, back\\slashed; and ünïcode ✓`;
      const values = [words, true, new Date(at), null, -7];
      expect(await oltp().query(sql, values, row)).toEqual([
        { words, yes: true, at, nothing: null, small: -7 },
      ]);
    });

    test('lists of texts keep every character', async () => {
      const texts = ['a,b', '{}', '"', '\\', '', 'NULL', ' '];
      const sql =
        'SELECT count(*) AS n FROM unnest($1::text[]) WITH ORDINALITY AS t(v, i) WHERE v = ($1::text[])[i]';
      const row = z.object({ n: smallColumn });
      expect(await oltp().query(sql, [texts], row)).toEqual([{ n: texts.length }]);
    });

    test('a number that is not whole is refused before it is sent', async () => {
      await expect(oltp().run('SELECT $1::integer', [1.5])).rejects.toThrow('whole');
    });

    test('a row of another shape is refused, naming the column and not the value', async () => {
      const asked = oltp().query(`SELECT 'secret' AS id`, [], z.object({ id: integerColumn }));
      await expect(asked).rejects.toMatchObject({ code: 'OLTP_BAD_ROW' });
      await expect(asked).rejects.not.toThrow('secret');
    });
  });
}
