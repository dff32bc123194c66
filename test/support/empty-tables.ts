import { z } from 'zod';
import type { Olap } from '../../core/olap/port.ts';

const named = z.object({ name: z.string() });

/** Empties those of the tables that have rows: emptying one costs the engine far more than asking for all. */
export async function emptyTables(
  { writer }: Pick<Olap, 'writer'>,
  tables: readonly string[],
): Promise<void> {
  const sql = `SELECT name FROM system.tables
    WHERE database = currentDatabase() AND total_rows > 0 AND has({tables:Array(String)}, name)`;
  for (const { name } of await writer.query({ sql, parameters: { tables } }, named)) {
    await writer.command({ sql: `TRUNCATE TABLE ${name}` });
  }
}
