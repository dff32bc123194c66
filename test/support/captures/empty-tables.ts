import { z } from 'zod';
import type { Olap } from '../../../core/olap/port.ts';

const tableRow = z.object({ name: z.string() });

/** Empties every table of a store but the record of its schema. */
export async function emptyTables(olap: Olap): Promise<void> {
  const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
    AND name != 'schema_migrations'`;
  for (const { name } of await olap.writer.query({ sql }, tableRow)) {
    await olap.writer.command({ sql: `TRUNCATE TABLE ${name}` });
  }
}
