import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../../core/kernel/logger.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { readProgramMigrations } from '../../../core/olap/migrations/files.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { defineProgram } from '../../../idl/anchor/program.ts';
import { latestOf, schemaOf } from '../../../idl/anchor/program-tables.ts';
import {
  RAW_TRANSACTION_TABLES,
  transactionRowsOf,
  transactionSchemaOf,
  transactionTables,
} from '../../../idl/anchor/transaction-tables.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/idls');
const names = readdirSync(FIXTURES).filter((file) => file.endsWith('.json'));
const logger = createLogger('silent');
const ADDRESS = parsePubkey('11111111111111111111111111111112');

let olap: Olap | undefined;
beforeAll(async () => {
  olap = await createOlap({ dataDir: mkdtempSync(join(tmpdir(), 'program-tables-')), logger });
});
afterAll(() => olap?.close());

/** The columns of a SELECT: a view declares what its own would have. */
function typesOf({ reader }: Olap, select: string) {
  return reader.query({ sql: `DESCRIBE (${select})` }, z.object({ name: z.string(), type: z.string() }));
}

test.each(names)('ClickHouse has a table and a view for every account type of %s', async (file) => {
  const name = file.replace(/\W/g, '_').toLowerCase();
  const idlText = readFileSync(join(FIXTURES, file), 'utf8');
  const program = defineProgram({ name, address: ADDRESS, idlText });
  const database = await olap?.database(program.database);
  if (!database) throw new Error('the store is not open');

  await migrate(database, { logger, migrations: await readProgramMigrations() });
  const schema = [...schemaOf(program.types), ...transactionSchemaOf(program)];
  for (const sql of schema) await database.writer.command({ sql });

  for (const type of program.types) {
    const { view, columns } = type;
    const described = await database.reader.query(
      { sql: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${view}'` },
      z.object({ name: z.string() }),
    );
    expect(described.map((column) => column.name)).toEqual([
      ...['address', 'lamports', 'updated_slot'],
      ...columns.map((column) => column.name),
    ]);
    const select = `SELECT * FROM \`${view}\``;
    await database.reader.query({ sql: select }, z.unknown());
    const computed = latestOf(type, { slot: '1', revision: '1' });
    expect(await typesOf(database, select)).toEqual(await typesOf(database, computed));
  }
});

// Both formats, groups of accounts, and events with types of their own: hundreds of tables of the others take a minute.
test.each(['marinade', 'pyth-receiver', 'jupiter-dca'])(
  'ClickHouse has a table and a view for every instruction and event of %s',
  async (file) => {
    const idlText = readFileSync(join(FIXTURES, `${file}.json`), 'utf8');
    const name = `calls_of_${file.replace('-', '_')}`;
    const program = defineProgram({ name, address: ADDRESS, idlText });
    const database = await olap?.database(program.database);
    if (!database) throw new Error('the store is not open');
    await migrate(database, { logger, migrations: await readProgramMigrations() });
    const tables = transactionTables(program);
    expect(tables).toHaveLength(program.instructions.length + program.events.length);
    const existing = new Set(tables.map(({ table }) => table));
    for (const sql of [...transactionSchemaOf(program), ...transactionSchemaOf(program, existing)])
      await database.writer.command({ sql });

    for (const one of tables) {
      const computed = transactionRowsOf(one, '', 'checkpoint');
      expect(await typesOf(database, `SELECT * FROM \`${one.view}\``)).toEqual(
        await typesOf(database, computed),
      );
    }
    const views = tables.map(({ view }) => `SELECT * FROM \`${view}\``);
    const raw = RAW_TRANSACTION_TABLES.map((table) =>
      transactionRowsOf(table, program.database, 'checkpoint'),
    );
    for (const sql of [...views, ...raw]) await database.reader.query({ sql }, z.unknown());
  },
);
