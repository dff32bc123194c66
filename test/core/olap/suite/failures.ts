import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { GetOlap } from './under-test.ts';

export function failureSuite(olap: GetOlap): void {
  describe('failures', () => {
    test('a missing table is refused with ClickHouse its code and the name of the table', async () => {
      const query = olap().reader.query({ sql: "SELECT * FROM nowhere WHERE key = 'hidden'" }, z.unknown());
      await expect(query).rejects.toMatchObject({
        code: 'OLAP_REJECTED',
        retryable: false,
        context: { clickhouseCode: 60 },
      });
      await expect(query).rejects.toThrow(/nowhere/);
      await expect(query).rejects.not.toThrow(/hidden/);
    });

    test('a malformed statement is refused without being repeated', async () => {
      const query = olap().reader.query({ sql: "SELEKT 'hidden'" }, z.unknown());
      await expect(query).rejects.toMatchObject({ code: 'OLAP_REJECTED', context: { clickhouseCode: 62 } });
      await expect(query).rejects.not.toThrow(/hidden/);
    });

    test('a failure in the middle of an answer is a failure', async () => {
      const sql = 'SELECT throwIf(number = 900000) AS n FROM numbers(1000000)';
      await expect(olap().reader.query({ sql }, z.unknown())).rejects.toMatchObject({
        code: 'OLAP_REJECTED',
      });
      const read = async (): Promise<number> => {
        let rows = 0;
        for await (const piece of olap().scanner.stream({ sql }, z.unknown())) rows += piece.length;
        return rows;
      };
      await expect(read()).rejects.toMatchObject({
        code: 'OLAP_REJECTED',
        context: { clickhouseCode: 395 },
      });
    });

    test('rows of a failed statement never come out in a later answer', async () => {
      const failing = { sql: 'SELECT throwIf(number = 900000) AS n FROM numbers(1000000)' };
      for (const lane of [olap().reader, olap().writer, olap().scanner]) {
        await lane.query(failing, z.unknown()).catch(() => undefined);
        for await (const _ of lane.stream(failing, z.unknown())) break;
        for (let round = 0; round < 4; round += 1) {
          expect(await lane.query({ sql: 'SELECT 1 AS one' }, z.unknown())).toEqual([{ one: 1 }]);
        }
      }
    });

    test('a statement that lacks memory may be tried again', async () => {
      const sql = 'SELECT groupArray(number) AS n FROM numbers(10000000) SETTINGS max_memory_usage = 1000000';
      await expect(olap().reader.query({ sql }, z.unknown())).rejects.toMatchObject({
        code: 'OLAP_BUSY',
        retryable: true,
      });
    });

    test('a lane goes on after failures', async () => {
      for (let round = 0; round < 5; round += 1) {
        await expect(olap().writer.command({ sql: 'DROP TABLE nowhere' })).rejects.toMatchObject({
          code: 'OLAP_REJECTED',
        });
      }
      const rows = await olap().writer.query({ sql: 'SELECT 1 AS one' }, z.unknown());
      expect(rows).toEqual([{ one: 1 }]);
    });
  });
}
