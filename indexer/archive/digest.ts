import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { hex256 } from '../../core/kernel/hex256.ts';
import { type ColumnType, type OlapLane, type SqlParameters, unsignedColumn } from '../../core/olap/port.ts';
import { ROW_IDENTITY } from '../model/tables.ts';

/** The content of a table, independent of store and file format. */
export interface Content {
  readonly rows: bigint;
  /** Over every column; 64 hex digits. */
  readonly digest: string;
  /** Over what the chain alone decides; undefined for tables without facts of the chain. */
  readonly factsDigest: string | undefined;
}

interface Facts {
  /** The identity of a row: among rows with the same one, the greatest revision counts. */
  readonly identity: string;
  /** Columns in which two indexes of one chain may differ. */
  readonly except: readonly string[];
  /** Which rows are facts, as SQL; by default every row. */
  readonly only?: string;
}

/** For account versions. An anchor is not a fact: it repeats a state above a backfilled range. */
const VERSION = {
  except: ['write_version', 'revision', 'correction', 'signature', 'changed_slot'],
  only: 'changed_slot = 0',
};

/** Tables in which two indexes of one chain agree, except in the listed columns. */
const FACTS: Readonly<Record<string, Facts>> = {
  launch_versions: { identity: ROW_IDENTITY.launch_versions, ...VERSION },
  pledge_versions: { identity: ROW_IDENTITY.pledge_versions, ...VERSION },
  token_account_versions: { identity: ROW_IDENTITY.token_account_versions, ...VERSION },
  mint_versions: { identity: ROW_IDENTITY.mint_versions, ...VERSION },
  slots: { identity: 'slot', except: ['revision'] },
  escrow_flows: { identity: ROW_IDENTITY.escrow_flows, except: ['revision', 'correction'] },
  treasury_transfers: { identity: ROW_IDENTITY.treasury_transfers, except: ['revision', 'correction'] },
};

const contentRow = z.object({ rows: unsignedColumn, digest: unsignedColumn, corrections: unsignedColumn });
const factsRow = z.object({ facts: unsignedColumn });

interface Where {
  /** The text after FROM. */
  readonly from: string;
  readonly parameters?: SqlParameters;
  readonly signal?: AbortSignal;
}

/**
 * The digest of a set of rows: the sum modulo 2^256 of each row's SHA-256 as a little-endian number. A sum does
 * not depend on order or on the split into files, and the engine computes it in one pass without keeping rows.
 */
export async function contentOf(
  lane: OlapLane,
  table: { readonly name: string; readonly columns: readonly ColumnType[] },
  { from, parameters = {}, signal }: Where,
): Promise<Content> {
  const ask = <Row>(sql: string, row: z.ZodType<Row>): Promise<Row[]> =>
    lane.query({ sql: `${sql} SETTINGS max_threads = 1`, parameters, ...(signal && { signal }) }, row);
  const { columns } = table;
  const corrections = columns.some(({ name }) => name === 'correction')
    ? 'countIf(correction > 0)'
    : 'toUInt64(0)';
  const [content] = await ask(
    `SELECT count() AS rows, toString(${sumOf(columns)}) AS digest, ${corrections} AS corrections FROM ${from}`,
    contentRow,
  );
  if (!content) throw new LaunchlensError('OLAP_BAD_ROW', { detail: 'no digest' });
  const { rows, digest } = content;
  const facts = FACTS[table.name];
  if (!facts) return { rows, digest: hex256(digest), factsDigest: undefined };
  const { identity, except, only = '1' } = facts;
  // If a row has a correction, the correction counts; a table without corrections needs no selection.
  const counting =
    content.corrections === 0n
      ? `(SELECT * FROM ${from})`
      : `(SELECT * FROM ${from} ORDER BY ${identity}, revision DESC LIMIT 1 BY ${identity})`;
  const summed = columns.filter(({ name }) => !except.includes(name));
  const [found] = await ask(
    `SELECT toString(${sumOf(summed)}) AS facts FROM ${counting} WHERE ${only}`,
    factsRow,
  );
  return { rows, digest: hex256(digest), factsDigest: found && hex256(found.facts) };
}

function sumOf(columns: readonly ColumnType[]): string {
  const cells = columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(cellText);
  const row = cells.length === 1 ? cells[0] : `concatWithSeparator('|', ${cells.join(', ')})`;
  return `sum(reinterpretAsUInt256(SHA256(${row})))`;
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

/** Syncs a file that another process wrote to disk. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path);
  await file.sync().finally(() => file.close());
}

/** SHA-256 and size of a file, read in chunks. */
export async function digestFile(
  path: string,
  signal?: AbortSignal,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = createReadStream(path, { highWaterMark: 1 << 20, ...(signal && { signal }) });
  for await (const piece of stream as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}
