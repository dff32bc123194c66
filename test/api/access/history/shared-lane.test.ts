import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { onBehalfOf } from '../../../../api/access/asking-network.ts';
import { shareAmongClients } from '../../../../api/access/history/shared-lane.ts';
import { StatementStats } from '../../../../core/kernel/metrics/statements.ts';
import type { Connection } from '../../../../core/olap/connection.ts';
import { createLane } from '../../../../core/olap/lane.ts';
import { absent } from '../../../support/absent.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const HEAVY = '198.51.100.7';
const LIGHT = '203.0.113.7';

/** Two connections whose statements end when the test says so, also those that were given up. */
function open() {
  const clock = manualClock();
  const running = new Map<string, () => void>();
  const connection: Connection = {
    ...absent<Connection>('this way to a store'),
    query: ({ sql, signal }) => {
      const ended = new Promise<void>((resolve) => running.set(sql, resolve));
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
      return { answer: Promise.race([ended.then(() => []), aborted]), ended };
    },
  };
  const metrics = { limited: () => undefined };
  const stats = new StatementStats('clickhouse');
  const lane = shareAmongClients({ clock, metrics })(
    createLane([connection, connection], { name: 'reader', stats }),
  );
  const query = (sql: string, signal?: AbortSignal) =>
    lane.query({ sql, ...(signal && { signal }) }, z.unknown());
  const end = async (sql: string): Promise<void> => {
    running.get(sql)?.();
    running.delete(sql);
    await nextTurn();
  };
  return { running, query, end, ask: (client: string, sql: string) => onBehalfOf(client, () => query(sql)) };
}

describe('a lane that clients share', () => {
  test('runs the statement of another client while ten of a heavy one have not ended', async () => {
    const { running, ask, end } = open();
    for (let n = 1; n <= 10; n += 1) void ask(HEAVY, `heavy ${n}`);
    await nextTurn();
    const light = ask(LIGHT, 'light');
    await nextTurn();
    expect([...running.keys()]).toEqual(['heavy 1', 'light']);
    await end('light');
    expect(await light).toEqual([]);
  });

  test('counts a statement that was given up for as long as the engine runs it', async () => {
    const { running, query, ask, end } = open();
    const leaving = new AbortController();
    const left = onBehalfOf(HEAVY, () => query('given up', leaving.signal));
    void ask(HEAVY, 'next');
    await nextTurn();
    leaving.abort(new Error('it took too long'));
    await expect(left).rejects.toThrow('it took too long');
    await nextTurn();
    expect([...running.keys()]).toEqual(['given up']);
    await end('given up');
    expect([...running.keys()]).toEqual(['next']);
  });

  test("runs the process's own statements on every connection", async () => {
    const { running, query } = open();
    void query('one');
    void query('two');
    await nextTurn();
    expect([...running.keys()]).toEqual(['one', 'two']);
  });
});
