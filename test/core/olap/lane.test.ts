import { expect, test } from 'vitest';
import { StatementStats } from '../../../core/kernel/metrics/statements.ts';
import type { Connection } from '../../../core/olap/connection.ts';
import { createLane } from '../../../core/olap/lane.ts';
import { appendRow } from '../../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { defineLayout } from '../../../core/olap/native/layout.ts';
import { absent } from '../../support/absent.ts';

const ended = Promise.resolve();

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
  const block = new ColumnBlock(defineLayout({ id: 'UInt64' }), { capacity: 1 });
  appendRow(block, { id: 1n });

  await Promise.all([
    lane.command({ sql: 'first' }),
    lane.insert('second', block),
    lane.command({ sql: 'third' }),
  ]);

  expect(ran).toEqual(['first', 'second', 'third']);
});
