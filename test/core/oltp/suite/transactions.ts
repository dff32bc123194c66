import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { smallColumn } from '../../../../core/oltp/statements.ts';
import type { GetOltp } from './under-test.ts';

const countRow = z.object({ n: smallColumn });

export function transactionSuite(oltp: GetOltp): void {
  const count = async (): Promise<number | undefined> =>
    (await oltp().query('SELECT count(*) AS n FROM things', [], countRow))[0]?.n;

  describe('transactions', () => {
    beforeEach(async () => {
      await oltp().script(
        'DROP TABLE IF EXISTS things; CREATE TABLE things (id bigint CONSTRAINT things_id PRIMARY KEY, n integer)',
      );
    });

    test('give what the work gives and keep all of it', async () => {
      const value = await oltp().transaction(async (queries) => {
        expect(await queries.run('INSERT INTO things VALUES ($1, 1), ($2, 1)', [1n, 2n])).toBe(2);
        return 'done';
      });
      expect(value).toBe('done');
      expect(await count()).toBe(2);
    });

    test('leave nothing when the work fails, with its own error', async () => {
      const failure = new Error('the work');
      const failing = oltp().transaction(async (queries) => {
        await queries.run('INSERT INTO things VALUES (1, 1)');
        throw failure;
      });
      await expect(failing).rejects.toBe(failure);
      expect(await count()).toBe(0);
    });

    test('name the constraint that a row breaks, and serve the next one', async () => {
      await oltp().run('INSERT INTO things VALUES (1, 1)');
      const repeated = oltp().transaction((queries) => queries.run('INSERT INTO things VALUES (1, 2)'));
      await expect(repeated).rejects.toMatchObject({
        code: 'OLTP_CONFLICT',
        context: { constraint: 'things_id' },
      });
      expect(await count()).toBe(1);
    });

    test('do not pass for done when the work swallows a failed statement', async () => {
      const swallowing = oltp().transaction(async (queries) => {
        await queries.run('INSERT INTO things VALUES (1, 1)');
        await queries.run('SELECT 1 / 0').catch(() => undefined);
      });
      await expect(swallowing).rejects.toMatchObject({
        code: 'OLTP_REJECTED',
        context: { sqlState: '25P02' },
      });
      expect(await count()).toBe(0);
    });

    test('that collide are run again until each has counted', async () => {
      await oltp().run('INSERT INTO things VALUES (1, 0)');
      const add = () =>
        oltp().transaction(
          async (queries) => {
            const [row] = await queries.query('SELECT n FROM things WHERE id = 1', [], countRow);
            await queries.run('UPDATE things SET n = $1 WHERE id = 1', [(row?.n ?? 0) + 1]);
          },
          { isolation: 'serializable' },
        );
      await Promise.all(Array.from({ length: 4 }, add));
      expect(await oltp().query('SELECT n FROM things', [], countRow)).toEqual([{ n: 4 }]);
    });

    test('hold a lock until they end', async () => {
      const order: string[] = [];
      const turn = (name: string) =>
        oltp().transaction(async (queries) => {
          await queries.run('SELECT pg_advisory_xact_lock(7)');
          order.push(`${name} in`);
          await queries.run('SELECT pg_sleep(0.02)');
          order.push(`${name} out`);
        });
      await Promise.all(['a', 'b', 'c'].map(turn));
      for (let at = 0; at < order.length; at += 2) {
        expect(order[at + 1]).toBe(order[at]?.replace('in', 'out'));
      }
    });
  });
}
