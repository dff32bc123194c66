import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Olap } from '../../core/olap/port.ts';
import type { Oltp } from '../../core/oltp/port.ts';

/** A thing that was written, under a name for people. */
export interface Written {
  readonly name: string;
  readonly bytes: Buffer;
}

const names = z.object({ name: z.string() });
const lines = z.object({ line: z.string() });

/** Every row of every table of decisions, as text. */
export async function decisionTexts(oltp: Oltp): Promise<Written[]> {
  const tables = await oltp.query(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    [],
    names,
  );
  return Promise.all(
    tables.map(async ({ name }) => {
      const rows = await oltp.query(`SELECT row_to_json(t)::text AS line FROM "${name}" AS t`, [], lines);
      return { name: `table ${name}`, bytes: Buffer.from(rows.map(({ line }) => line).join('\n')) };
    }),
  );
}

/** Every row of every table of facts, as text. */
export async function factTexts({ reader }: Olap): Promise<Written[]> {
  const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`;
  const tables = await reader.query({ sql }, names);
  const found: Written[] = [];
  for (const { name } of tables) {
    const rows = await reader.query({ sql: `SELECT toString(tuple(*)) AS line FROM \`${name}\`` }, lines);
    found.push({ name: `table ${name}`, bytes: Buffer.from(rows.map(({ line }) => line).join('\n')) });
  }
  return found;
}

/** Every file below a directory, as it is. */
export async function filesOf(directory: string): Promise<Written[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      return { name: path.slice(directory.length), bytes: await readFile(path) };
    }),
  );
}
