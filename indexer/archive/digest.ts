import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { unsignedColumn } from '../../core/olap/columns.ts';
import type { ColumnType, OlapLane, SqlParameters } from '../../core/olap/port.ts';

/** What a table holds, in a form that depends on no store and no file format. */
export interface Content {
  readonly rows: bigint;
  /** Of every column; 64 hex digits. */
  readonly digest: string;
  /** Of what the chain alone decides; undefined for tables that hold no facts of the chain. */
  readonly factsDigest: string | undefined;
}

/** Tables in which two indexes of one chain agree, except in the columns named. */
const FACTS: Readonly<Record<string, readonly string[]>> = {
  launch_versions: ['write_version', 'revision', 'signature'],
  pledge_versions: ['write_version', 'revision', 'signature'],
  token_account_versions: ['write_version', 'revision', 'signature'],
  mint_versions: ['write_version', 'revision', 'signature'],
  slots: ['revision'],
  escrow_flows: ['revision'],
};

const contentRow = z.object({ rows: unsignedColumn, digest: unsignedColumn, facts: unsignedColumn });

/**
 * The digest of a set of rows: the SHA-256 of each row, taken as a little-endian number, summed up modulo 2^256. A sum
 * is the same in any order and over any split into files, and the engine makes it in one pass that holds no rows.
 */
export async function contentOf(
  lane: OlapLane,
  table: { readonly name: string; readonly columns: readonly ColumnType[] },
  { from, parameters = {}, signal }: { from: string; parameters?: SqlParameters; signal?: AbortSignal },
): Promise<Content> {
  const beside = FACTS[table.name];
  const facts = beside && table.columns.filter(({ name }) => !beside.includes(name));
  const sql = `SELECT count() AS rows, toString(${sumOf(table.columns)}) AS digest,
    ${facts ? `toString(${sumOf(facts)})` : `'0'`} AS facts FROM ${from}`;
  const statement = { sql: `${sql} SETTINGS max_threads = 1`, parameters, ...(signal && { signal }) };
  const [content] = await lane.query(statement, contentRow);
  if (!content) throw new LaunchlensError('OLAP_BAD_ROW', { detail: 'no digest' });
  const { rows, digest } = content;
  return { rows, digest: hex(digest), factsDigest: facts && hex(content.facts) };
}

function sumOf(columns: readonly ColumnType[]): string {
  const cells = columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(cellText);
  const row = cells.length === 1 ? cells[0] : `concatWithSeparator('|', ${cells.join(', ')})`;
  return `sum(reinterpretAsUInt256(SHA256(${row})))`;
}

function hex(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}

/** A cell as text: numbers in decimal, times in milliseconds since the Unix epoch, bytes and text in hex. */
function cellText({ name, type }: ColumnType): string {
  const inner = /^Nullable\((.*)\)$/.exec(type)?.[1];
  if (inner !== undefined) return `ifNull(${plainText(name, inner)}, 'null')`;
  return plainText(name, type);
}

function plainText(name: string, type: string): string {
  const plain = /^LowCardinality\((.*)\)$/.exec(type)?.[1] ?? type;
  if (/^U?Int\d+$/.test(plain) || plain.startsWith('Enum')) return `toString(${name})`;
  if (plain.startsWith('DateTime64(3')) return `toString(toUnixTimestamp64Milli(${name}))`;
  if (plain === 'String' || plain.startsWith('FixedString')) return `hex(${name})`;
  throw new LaunchlensError('ARCHIVE_TYPE_UNKNOWN', { column: name, type });
}
