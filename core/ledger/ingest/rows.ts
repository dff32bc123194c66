import { buffer } from 'node:stream/consumers';
import { parseExactJson } from '../../kernel/exact-json.ts';
import { LONGEST_RECORD, type TextRecord, textOf, textRecords } from './records.ts';
import { type ParsedRow, parseRewardRow, ROW_NAMES } from './row.ts';

/**
 * The fields of one CSV record (RFC 4180): separated by commas, quoted with `"` if they contain commas, quotes or
 * newlines. Undefined if the quoting is invalid.
 */
function csvFields(record: string): string[] | undefined {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    const quoted = record[at] === '"';
    const end = quoted ? closingQuote(record, at + 1) : nextComma(record, at);
    if (end === undefined) return undefined;
    const text = record.slice(quoted ? at + 1 : at, end);
    if (!quoted && text.includes('"')) return undefined;
    fields.push(quoted ? text.replaceAll('""', '"') : text);
    at = quoted ? end + 1 : end;
    if (at === record.length) return fields;
    if (record[at] !== ',') return undefined;
    at += 1;
  }
}

function nextComma(record: string, from: number): number {
  const comma = record.indexOf(',', from);
  return comma < 0 ? record.length : comma;
}

function closingQuote(record: string, from: number): number | undefined {
  for (let at = record.indexOf('"', from); at >= 0; at = record.indexOf('"', at + 2)) {
    if (record[at + 1] !== '"') return at;
  }
  return undefined;
}

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

/** Rows written as one JSON array; `line` is the place of a row in it, from 1. The caller bounds its length. */
export async function* jsonRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<PlacedRow> {
  const rows = jsonArray(await buffer(bytes));
  if (!rows) return yield { line: 1, fault: 'the body is no JSON array of rows' };
  for (const [index, row] of rows.entries()) yield { line: index + 1, ...parseRewardRow(row) };
}

function jsonArray(bytes: Buffer): unknown[] | undefined {
  const text = textOf(bytes);
  if (text === undefined) return undefined;
  try {
    const value = parseExactJson(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
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
