import { z } from 'zod';
import type { ColumnType, OlapLane } from '../../core/olap/port.ts';

/** A table of the store, as the store itself describes it. */
export interface Table {
  readonly name: string;
  /** In the table's own order. */
  readonly columns: readonly ColumnType[];
  /** Its order, as SQL; empty where it has none. */
  readonly sorting: string;
  /** The part of its order that is indexed, as SQL: what it was before a step of the schema made the order longer. */
  readonly primary: string;
  /** The columns that identify a row; undefined where rows are identified by nothing, or by an expression. */
  readonly key: readonly ColumnType[] | undefined;
  /** The column of which the greatest counts among rows of one key; undefined where every row counts. */
  readonly version: string | undefined;
}

/**
 * Tables that are no part of what an index knows: bookkeeping of this one store, and copies that it makes by itself
 * of rows in other tables.
 */
const OWN = /^(?:schema_migrations|leases|imports|repair_requests|pledge_wallets|backfill_.*|archive_.*)$/;

const tableRow = z.object({
  name: z.string(),
  definition: z.string(),
  sorting: z.string(),
  primary: z.string(),
});
const columnRow = z.object({ table: z.string(), name: z.string(), type: z.string() });

const TABLES = `SELECT name, engine_full AS definition, sorting_key AS sorting, primary_key AS primary FROM system.tables
  WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name`;
const COLUMNS = `SELECT table, name, type FROM system.columns
  WHERE database = currentDatabase() AND default_kind NOT IN ('ALIAS', 'MATERIALIZED') ORDER BY table, position`;

/** Every table of the index, by name. A table that a later step of the schema adds joins by itself. */
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

/** The last parameter of the engine; on a cluster path and replica stand before it. */
function versionOf(definition: string): string | undefined {
  return /^\w*ReplacingMergeTree\((?:[^()]*, )?(\w+)\)/.exec(definition)?.[1];
}

export function has({ columns }: Pick<Table, 'columns'>, name: string): boolean {
  return columns.some((column) => column.name === name);
}
