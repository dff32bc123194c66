import { z } from 'zod';
import type { ColumnType, OlapLane } from '../../core/olap/port.ts';

/** A table, as described by the store itself. */
export interface Table {
  readonly name: string;
  /** In the order of the table. */
  readonly columns: readonly ColumnType[];
  /** Its order, as SQL; empty if it has none. */
  readonly sorting: string;
  /** The indexed part of its order, as SQL: the order before a migration extended it. */
  readonly primary: string;
  /** The columns that identify a row; undefined if nothing does, or an expression does. */
  readonly key: readonly ColumnType[] | undefined;
  /** The column whose greatest value counts among rows with the same key; undefined if every row counts. */
  readonly version: string | undefined;
}

/** Automatic copies of rows in other tables. */
export const COPIES = ['pledge_wallets', 'known_addresses'] as const;
/** Tables that are not part of the index: bookkeeping of this store, and its copies. */
const OWN = new RegExp(
  `^(?:schema_migrations|leases|imports|repair_requests|${COPIES.join('|')}|backfill_.*|archive_.*)$`,
);

const tableRow = z.object({
  name: z.string(),
  definition: z.string(),
  sorting: z.string(),
  primary: z.string(),
});
const columnRow = z.object({ table: z.string(), name: z.string(), type: z.string() });

/** On a cluster, the rows of a table `x` are in the tables `x_local` of the shards. */
const TABLES = `SELECT replaceRegexpOne(tables.name, '_local$', '') AS name, engine_full AS definition,
    sorting_key AS sorting, primary_key AS primary
  FROM system.tables AS tables
  WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name`;
const COLUMNS = `SELECT table, name, type FROM system.columns
  WHERE database = currentDatabase() AND default_kind NOT IN ('ALIAS', 'MATERIALIZED') ORDER BY table, position`;

/** Every table of the index, by name. Tables added by later migrations are included automatically. */
export async function archivedTables(lane: OlapLane): Promise<readonly Table[]> {
  const tables = await lane.query({ sql: TABLES }, tableRow);
  const columns = await lane.query({ sql: COLUMNS }, columnRow);
  return tables
    .filter(({ name }) => !OWN.test(name))
    .map(({ name, definition, sorting, primary }) => {
      const own = columns.filter(({ table }) => table === name).map(({ name, type }) => ({ name, type }));
      const key = keyOf(sorting, own);
      return { name, columns: own, sorting, primary, key, version: versionOf(definition) };
    });
}

function keyOf(sorting: string, columns: readonly ColumnType[]): readonly ColumnType[] | undefined {
  const parts = sorting === '' ? [] : sorting.split(', ');
  const key = parts.map((part) => columns.find(({ name }) => name === part));
  return key.length > 0 && key.every((column) => column !== undefined) ? key : undefined;
}

/** The last parameter of the engine; on a cluster, path and replica come before it. */
function versionOf(definition: string): string | undefined {
  return /^\w*ReplacingMergeTree\((?:[^()]*, )?(\w+)\)/.exec(definition)?.[1];
}

export function has({ columns }: Pick<Table, 'columns'>, name: string): boolean {
  return columns.some((column) => column.name === name);
}
