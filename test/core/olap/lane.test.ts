import { expect, test } from 'vitest';
import { StatementStats } from '../../../core/kernel/metrics/statements.ts';
import type { Connection } from '../../../core/olap/connection.ts';
import { createLane } from '../../../core/olap/lane.ts';
import { appendRow } from '../../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { defineLayout } from '../../../core/olap/native/layout.ts';
import { absent } from '../../support/absent.ts';

const ended = Promise.resolve();

function blockOfOne(): ColumnBlock {
  const block = new ColumnBlock(defineLayout({ id: 'UInt64' }), { capacity: 1 });
  appendRow(block, { id: 1n });
  return block;
}

test('statements and inserts of a lane run in the order of the calls', async () => {
  const ran: string[] = [];
  const connection: Connection = {
    ...absent<Connection>('this way to a store'),
    command: ({ sql }) => {
      ran.push(sql);
      return { answer: ended, ended };
    },
    insert: async (table) => {
      ran.push(table);
    },
  };
  const lane = createLane([connection], { name: 'writer', stats: new StatementStats('clickhouse') });
  const block = blockOfOne();

  await Promise.all([
    lane.command({ sql: 'first' }),
    lane.insert('second', block),
    lane.command({ sql: 'third' }),
  ]);

  expect(ran).toEqual(['first', 'second', 'third']);
});

/** A lane that writes over several connections, whose inserts end when told to. */
function writing() {
  const running: { readonly table: string; readonly end: () => void }[] = [];
  const ran: string[] = [];
  const connection: Connection = {
    ...absent<Connection>('this way to a store'),
    command: ({ sql }) => {
      ran.push(sql);
      return { answer: ended, ended };
    },
    insert: (table) => {
      ran.push(table);
      return new Promise((resolve) => running.push({ table, end: resolve }));
    },
  };
  const stats = new StatementStats('clickhouse');
  const lane = createLane([connection, { ...connection }, { ...connection }], {
    name: 'writer',
    stats,
    inOrder: true,
  });
  const end = (table: string): void => {
    const [found] = running.splice(
      running.findIndex((one) => one.table === table),
      1,
    );
    found?.end();
  };
  return { lane, ran, end };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a lane that writes overlaps inserts into different tables, and nothing else', async () => {
  const { lane, ran, end } = writing();
  const block = blockOfOne();
  const inserts = [lane.insert('a', block), lane.insert('b', block), lane.insert('a', block)];
  const command = lane.command({ sql: 'delete' });
  const last = lane.insert('c', block);

  await turn();
  expect(ran).toEqual(['a', 'b']);
  end('a');
  await turn();
  expect(ran).toEqual(['a', 'b', 'a']);
  end('a');
  await turn();
  expect(ran).toEqual(['a', 'b', 'a']);
  end('b');
  await turn();
  expect(ran).toEqual(['a', 'b', 'a', 'delete', 'c']);
  end('c');
  await Promise.all([...inserts, command, last]);
});

test('work that was given up before its turn holds nothing up', async () => {
  const { lane, ran, end } = writing();
  const block = blockOfOne();
  const stop = new AbortController();
  const first = lane.insert('a', block);
  const given = lane.insert('a', block, stop.signal);
  const next = lane.insert('a', block);
  stop.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');

  await turn();
  expect(ran).toEqual(['a']);
  end('a');
  await turn();
  expect(ran).toEqual(['a', 'a']);
  end('a');
  await Promise.all([first, next]);
});
