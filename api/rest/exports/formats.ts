import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportField, ExportPage, RowsDigest } from '../../read/exports/rows.ts';

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

/** Written without interruption: a few milliseconds, which block all other requests. */
export const SLICE_ROWS = 4_096;

/** The CSV lines of the pages in parts, each in its own turn of the event loop. */
export async function* slices(pages: AsyncIterable<ExportPage>): AsyncGenerator<readonly string[]> {
  for await (const page of pages) {
    const lines = page.lines.split('\n');
    for (let start = 0; start < lines.length; start += SLICE_ROWS) {
      yield lines.slice(start, start + SLICE_ROWS);
      await nextTurn();
    }
  }
}

const LINE_END = '\r\n';

/** RFC 4180 with a header line. */
export const csv: ExportFormat = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  description:
    'RFC 4180: a header line, CRLF line ends, plain digits, an empty cell where there is no value. No value needs quoting, and none can begin a formula.',
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
      const cells = line.split(',');
      return `{${members.map((member, index) => member(cells[index] ?? '')).join(',')}}\n`;
    };
    for await (const lines of slices(pages)) yield Buffer.from(lines.map(objectOf).join(''));
  },
};

function memberOf({ name, kind, nullable }: ExportField): (cell: string) => string {
  const head = `${JSON.stringify(name)}:`;
  const quoted = kind === 'text' || kind === 'amount';
  return (cell) => {
    if (nullable === true && cell === '') return `${head}null`;
    return quoted ? `${head}"${cell}"` : head + cell;
  };
}
