import { parseExactJson } from '../../kernel/exact-json.ts';
import { csvFields } from './csv-fields.ts';
import { LONGEST_RECORD, type TextRecord, textOf, textRecords } from './records.ts';
import { type ParsedRow, parseRewardRow, ROW_NAMES } from './row.ts';

/** A row and its position: the line of a text file, or the row number of a Parquet file, from 1. */
export type PlacedRow = { readonly line: number } & ParsedRow;

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const TOO_LONG = `it is longer than ${LONGEST_RECORD} bytes`;
const NOT_TEXT = 'it is not UTF-8';

/** Rows written as one JSON object per line; empty lines are skipped. */
export async function* ndjsonRows(bytes: Bytes): AsyncGenerator<PlacedRow> {
  for await (const record of textRecords(bytes, { quoted: false })) {
    const text = record.bytes && textOf(record.bytes);
    if (text?.trim() === '') continue;
    yield { line: record.line, ...jsonRow(record, text) };
  }
}

function jsonRow({ bytes }: TextRecord, text: string | undefined): ParsedRow {
  if (!bytes) return { fault: TOO_LONG };
  if (text === undefined) return { fault: NOT_TEXT };
  try {
    return parseRewardRow(parseExactJson(text));
  } catch {
    return { fault: 'it is not JSON' };
  }
}

/**
 * Rows of a CSV whose first line names the columns, in any order; an empty field is null. An unreadable header is
 * returned as the only, faulty row.
 */
export async function* csvRows(bytes: Bytes): AsyncGenerator<PlacedRow> {
  let names: readonly string[] | undefined;
  for await (const record of textRecords(bytes, { quoted: true })) {
    const { line } = record;
    const text = record.bytes && textOf(record.bytes);
    if (text === '') continue;
    const fields = text === undefined ? undefined : csvFields(text);
    if (names) {
      yield { line, ...csvRow(record, fields, names) };
      continue;
    }
    const fault = headerFault(fields);
    if (fault !== undefined) return yield { line, fault };
    names = fields;
  }
}

function csvRow({ bytes }: TextRecord, fields: string[] | undefined, names: readonly string[]): ParsedRow {
  if (!bytes) return { fault: TOO_LONG };
  if (!fields) return { fault: textOf(bytes) === undefined ? NOT_TEXT : 'its quotes are not those of CSV' };
  if (fields.length !== names.length) {
    return { fault: `it has ${fields.length} fields, and the header names ${names.length}` };
  }
  const cells = fields.map((field, index) => [names[index], field === '' ? null : field] as const);
  return parseRewardRow(Object.fromEntries(cells));
}

function headerFault(fields: readonly string[] | undefined): string | undefined {
  if (!fields) return 'the header is no line of CSV';
  const unknown = fields.find((name) => !ROW_NAMES.some((known) => known === name));
  if (unknown !== undefined)
    return `the header names ${JSON.stringify(unknown.slice(0, 40))}, which no row has`;
  if (new Set(fields).size < fields.length) return 'the header names a column twice';
  const missing = ['kind', 'record_id', 'at'].find((name) => !fields.includes(name));
  return missing && `the header does not name ${missing}`;
}
