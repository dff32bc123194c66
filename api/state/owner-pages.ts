import type { ZodType } from 'zod';
import type { Queries } from '../../core/oltp/port.ts';

/** A page of entries that are numbered by the store. */
export interface EntryPage {
  readonly limit: number;
  /** Only entries of a smaller number. */
  readonly before: bigint | undefined;
  /** Only those of one credential. */
  readonly credentialId?: string | undefined;
}

interface Entries<Row> {
  readonly table: string;
  readonly columns: string;
  readonly row: ZodType<Row>;
  /** The column that numbers them. */
  readonly number?: string;
}

/** Entries of an owner, newest first. */
export function listEntries<Row>(
  queries: Queries,
  { table, columns, row, number = 'id' }: Entries<Row>,
  owner: string,
  { limit, before, credentialId }: EntryPage,
): Promise<Row[]> {
  const which = credentialId === undefined ? '' : 'AND credential_id = $4';
  const sql = `SELECT ${columns} FROM ${table}
    WHERE owner = $1 AND ($2::bigint IS NULL OR ${number} < $2::bigint) ${which} ORDER BY ${number} DESC LIMIT $3`;
  const given = [owner, before, limit, ...(credentialId === undefined ? [] : [credentialId])];
  return queries.query(sql, given, row);
}

/** A page of records that have ids of their own. */
export interface RecordPage {
  readonly limit: number;
  /** Only those after the record with this id. */
  readonly before?: string | undefined;
}

/** An SQL condition: `$1` is the owner, and the parameter is the id that the page continues after, or NULL. */
export function isAfter(table: string, parameter: `$${number}`): string {
  return `(${parameter}::text IS NULL OR (created_at, id) < (
    SELECT last.created_at, last.id FROM ${table} AS last WHERE last.id = ${parameter}::text AND last.owner = $1))`;
}

export const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';
