import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { unsignedColumn } from '../../../../core/olap/port.ts';
import { waitFor } from '../../../support/wait-for.ts';
import type { GetOlap } from './under-test.ts';

const ENDLESS = 'SELECT sum(cityHash64(number)) AS n FROM numbers(1000000000000)';
const numberRow = z.object({ n: unsignedColumn });

export function laneSuite(olap: GetOlap): void {
  // chDB lists a stopped statement until its connection is used again, but as cancelled.
  const endlessRunning = async (): Promise<number> => {
    const sql = `SELECT count() AS n FROM system.processes
      WHERE query LIKE '%1000000000000%' AND query NOT LIKE '%LIKE%' AND NOT is_cancelled`;
    const rows = await olap().reader.query({ sql }, numberRow);
    return Number(rows[0]?.n);
  };

  describe('lanes', () => {
    test('statements with parameters never take one another for theirs, over all lanes at once', async () => {
      const { writer, reader, scanner } = olap();
      const sql = 'SELECT {a:String} AS a, {b:UInt64} AS b, count() AS n FROM numbers({b:UInt64} % 1000)';
      const row = z.object({ a: z.string(), b: unsignedColumn, n: unsignedColumn });
      const ask = async (name: string, lane: typeof writer): Promise<void> => {
        for (let i = 0n; i < 60n; i += 1n) {
          const rows = await lane.query({ sql, parameters: { a: `${name} ${i}`, b: i } }, row);
          expect(rows).toEqual([{ a: `${name} ${i}`, b: i, n: i }]);
        }
      };
      await Promise.all([ask('w', writer), ask('r1', reader), ask('r2', reader), ask('s', scanner)]);
    });

    test('a long statement of one lane does not hold up another', async () => {
      const stop = new AbortController();
      const long = olap().scanner.query({ sql: ENDLESS, signal: stop.signal }, numberRow);
      long.catch(() => undefined);
      await waitFor(async () => (await endlessRunning()) === 1, { what: 'the long statement' });

      const rows = await olap().reader.query(
        { sql: 'SELECT {n:UInt64} AS n', parameters: { n: 7n } },
        numberRow,
      );

      expect(rows).toEqual([{ n: 7n }]);
      stop.abort();
      await expect(long).rejects.toMatchObject({ name: 'AbortError' });
    });

    test('an aborted statement rejects with the given reason and stops in the engine', async () => {
      const stop = new AbortController();
      const reason = new Error('the reader went away');
      const query = olap().reader.query({ sql: ENDLESS, signal: stop.signal }, numberRow);
      query.catch(() => undefined);
      await waitFor(async () => (await endlessRunning()) === 1, { what: 'the statement' });

      stop.abort(reason);

      await expect(query).rejects.toBe(reason);
      await waitFor(async () => (await endlessRunning()) === 0, { what: 'the engine to stop' });
    });

    test('a statement aborted before it starts never runs', async () => {
      const query = olap().writer.command({
        sql: 'CREATE TABLE never (n UInt64) ENGINE = Memory',
        signal: AbortSignal.abort(new Error('too late')),
      });
      await expect(query).rejects.toThrow('too late');
      const rows = await olap().reader.query(
        { sql: "SELECT count() AS n FROM system.tables WHERE name = 'never'" },
        numberRow,
      );
      expect(rows).toEqual([{ n: 0n }]);
    });

    test('a stream gives every row, in several pieces', async () => {
      let rows = 0;
      let pieces = 0;
      let sum = 0n;
      const statement = { sql: 'SELECT number AS n FROM numbers({m:UInt64})', parameters: { m: 100_000n } };
      for await (const piece of olap().scanner.stream(statement, numberRow)) {
        pieces += 1;
        rows += piece.length;
        for (const { n } of piece) sum += n;
      }
      expect({ rows, sum }).toEqual({ rows: 100_000, sum: 4_999_950_000n });
      expect(pieces).toBeGreaterThan(3);
    });

    test('a stream may be left early any number of times', async () => {
      for (let round = 0; round < 10; round += 1) {
        const sql = 'SELECT number AS n FROM numbers(1000000000000)';
        for await (const piece of olap().scanner.stream({ sql }, numberRow)) {
          expect(piece[0]?.n).toBe(0n);
          break;
        }
      }
      await waitFor(async () => (await endlessRunning()) === 0, { what: 'the engine to stop' });
    });

    test('an aborted stream rejects with the given reason', async () => {
      const stop = new AbortController();
      const reason = new Error('enough');
      const read = async (): Promise<void> => {
        const sql = 'SELECT number AS n FROM numbers(1000000000000)';
        for await (const _ of olap().scanner.stream({ sql, signal: stop.signal }, numberRow))
          stop.abort(reason);
      };
      await expect(read()).rejects.toBe(reason);
    });

    test('statements of the writer lane run in the order of the calls', async () => {
      const { writer } = olap();
      await Promise.all([
        writer.command({ sql: 'CREATE TABLE ordered (n UInt64) ENGINE = MergeTree ORDER BY n' }),
        writer.command({ sql: 'INSERT INTO ordered SELECT 1' }),
        writer.command({ sql: 'ALTER TABLE ordered RENAME COLUMN n TO m' }).catch(() => undefined),
        writer.command({ sql: 'INSERT INTO ordered SELECT count() + 1 FROM ordered' }),
      ]);
      const rows = await writer.query({ sql: 'SELECT count() AS n FROM ordered' }, numberRow);
      expect(rows).toEqual([{ n: 2n }]);
    });
  });
}
