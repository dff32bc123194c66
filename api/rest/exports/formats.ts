import type { ExportField, ExportPage, FieldKind, RowsDigest } from '../../read/exports/rows.ts';
import { cellsOf, slices, unquoted } from './lines.ts';

/** A file's metadata, if its format supports any. */
export interface FileFacts {
  readonly fields: readonly ExportField[];
  readonly digest: RowsDigest;
  /** By name. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** Writes rows to a file, piece by piece. */
export interface ExportFormat {
  readonly extension: 'csv' | 'ndjson' | 'parquet';
  readonly contentType: string;
  /** How the format writes each kind of value; for the description. */
  readonly description: string;
  write(facts: FileFacts, pages: AsyncIterable<ExportPage>): AsyncIterable<Uint8Array>;
}

const LINE_END = '\r\n';

/** RFC 4180 with a header line. */
export const csv: ExportFormat = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  description:
    'RFC 4180: a header line, CRLF line ends, plain digits, an empty cell where there is no value.',
  async *write({ fields }, pages) {
    yield Buffer.from(fields.map(({ name }) => name).join(',') + LINE_END);
    for await (const lines of slices(pages)) yield Buffer.from(lines.join(LINE_END) + LINE_END);
  },
};

/** One JSON object per line, like the rows of the JSON listing. */
export const ndjson: ExportFormat = {
  extension: 'ndjson',
  contentType: 'application/x-ndjson',
  description: 'One JSON object a line, with the members and types of the JSON listing.',
  async *write({ fields }, pages) {
    const members = fields.map(memberOf);
    const objectOf = (line: string): string => {
      const cells = cellsOf(line);
      return `{${members.map((member, index) => member(cells[index] ?? '')).join(',')}}\n`;
    };
    for await (const lines of slices(pages)) yield Buffer.from(lines.map(objectOf).join(''));
  },
};

const inQuotes = (cell: string): string => `"${cell}"`;
const asItIs = (cell: string): string => cell;
const JSON_OF: Readonly<Record<FieldKind, (cell: string) => string>> = {
  text: inQuotes,
  quoted: (cell) => JSON.stringify(unquoted(cell)),
  json: unquoted,
  amount: inQuotes,
  signed: inQuotes,
  wide: inQuotes,
  slot: asItIs,
  seconds: asItIs,
  count: asItIs,
  small: asItIs,
  float: (cell) => (Number.isFinite(Number(cell)) ? cell : inQuotes(cell)),
  flag: asItIs,
};

function memberOf({ name, kind, nullable }: ExportField): (cell: string) => string {
  const head = `${JSON.stringify(name)}:`;
  const json = JSON_OF[kind];
  return (cell) => head + (nullable === true && cell === '' ? 'null' : json(cell));
}
