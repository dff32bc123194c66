import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../../core/kernel/logger.ts';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { readProgramMigrations } from '../../../core/olap/migrations/files.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { jsonSql } from '../../../idl/anchor/json-sql.ts';
import { quoted } from '../../../idl/anchor/program-tables.ts';
import type { ProgramColumn } from '../../../idl/anchor/program-types.ts';
import { transactionSchemaOf } from '../../../idl/anchor/transaction-tables.ts';
import {
  callSelection,
  TransactionDecoder,
} from '../../../indexer/decode/transactions/transaction-decoder.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { compileCalls } from '../../../indexer/write/call-codecs.ts';
import { ProgramRows } from '../../../indexer/write/program-rows.ts';
import { accountsIn, KEYS, type RandomCalls, randomCalls, transactionOf } from './random-calls.ts';

const NUMBERING = { revision: 1n, correction: 0n, at: 0n };

const logger = createLogger('silent');
let store: Olap;
let olap: Olap;
beforeAll(async () => {
  store = await createOlap({ dataDir: mkdtempSync(join(tmpdir(), 'random-calls-')), logger });
  olap = await store.database('launchlens_random');
  await migrate(olap, { logger, migrations: await readProgramMigrations() });
});
afterAll(() => store?.close());

/** Writes the rows of a transaction as the indexer does, into empty tables. */
async function write(one: RandomCalls): Promise<void> {
  const { program } = one;
  const tables = [...program.instructions, ...program.events].map(({ table }) => table);
  for (const table of tables)
    await olap.writer.command({ sql: `DROP TABLE IF EXISTS ${quoted(table)} SYNC` });
  for (const table of ['program_instructions', 'program_events', 'incomplete_transactions'])
    await olap.writer.command({ sql: `TRUNCATE TABLE ${table}` });
  const creations = transactionSchemaOf(program).filter((sql) => sql.startsWith('CREATE TABLE'));
  for (const sql of creations) await olap.writer.command({ sql });
  const buffer = new SlotBuffer();
  new TransactionDecoder(program.address, callSelection(program)).write(transactionOf(one), buffer);
  const rows = new ProgramRows({ types: [], calls: compileCalls(program, pubkeyBytes(program.address)) });
  rows.addFlows(buffer);
  for (const [table, block] of rows.seal(NUMBERING))
    if (block.rows > 0) await olap.writer.insert(table, block);
}

const stored = z.object({
  place: z.string(),
  accounts: z.array(z.string().nullable()),
  texts: z.array(z.string()),
});

/** The rows of a table: where each is, its accounts, and each column as JSON. */
async function read(
  table: string,
  place: string,
  accounts: readonly string[],
  columns: readonly ProgramColumn[],
) {
  const keys = accounts.map((name) => `toNullable(base58Encode(${quoted(name)}))`);
  const texts = columns.map(({ name, layout }) => jsonSql(layout, quoted(name)));
  const sql = `SELECT ${place} AS place, [${keys.join(', ')}]::Array(Nullable(String)) AS accounts,
    [${texts.join(', ')}]::Array(String) AS texts FROM ${quoted(table)} ORDER BY place`;
  const rows = await olap.reader.query({ sql }, stored);
  return rows.map((row) => ({ ...row, texts: row.texts.map((text): unknown => JSON.parse(text)) }));
}

async function expectStored(one: RandomCalls): Promise<void> {
  const { program, executed, emitted } = one;
  for (const [at, { table, accounts, columns }] of program.instructions.entries()) {
    const wanted = executed.flatMap((each, nth) => {
      if (each.at !== at) return [];
      const keys = accountsIn(one, nth).slice(0, accounts.length);
      return {
        place: `5/2/${nth}/0`,
        // Anchor names the program itself in place of an optional account that is left out.
        accounts: keys.map((key) => (key === 0 ? null : KEYS[key])),
        texts: columns.map(({ field: name }) => (each.value.json as Record<string, unknown>)[name]),
      };
    });
    const place = "concat_ws('/', slot, transaction_index, instruction_index, inner_index)";
    const named = accounts.map(({ column }) => column);
    expect(await read(table, place, named, columns), table).toEqual(wanted);
  }
  for (const [at, { table, columns }] of program.events.entries()) {
    const wanted = (['log', 'cpi'] as const).flatMap((source) =>
      emitted
        .filter((each) => each.source === source)
        .flatMap((each, nth) => {
          if (each.at !== at) return [];
          const texts = columns.map(({ field: name }) => (each.value.json as Record<string, unknown>)[name]);
          return { place: `5/2/0/${source === 'cpi' ? nth + 1 : 0}/${source}/${nth}`, accounts: [], texts };
        }),
    );
    const place =
      "concat_ws('/', slot, transaction_index, instruction_index, inner_index, source, event_index)";
    const rows = await read(table, place, [], columns);
    const byPlace = (a: { place: string }, b: { place: string }): number => (a.place < b.place ? -1 : 1);
    expect(rows.toSorted(byPlace), table).toEqual(wanted.toSorted(byPlace));
  }
}

const countRow = z.object({ rows: z.string() });

test('rows have what Anchor’s own coder encoded, for random instructions, events and values', async () => {
  await fc.assert(
    fc.asyncProperty(randomCalls, async (one) => {
      await write(one);
      await expectStored(one);
      const sql = `SELECT toString((SELECT count() FROM program_instructions WHERE undecodable = '')
        + (SELECT count() FROM program_events WHERE undecodable = '')) AS rows`;
      const [raw] = await olap.reader.query({ sql }, countRow);
      expect(Number(raw?.rows)).toBe(one.executed.length + one.emitted.length);
    }),
    { numRuns: 40 },
  );
}, 120_000);
