import { createHash } from 'node:crypto';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';

export type ExportedRow = Readonly<Record<string, string | null>>;

/** What a reader without this project's code makes of a file: every value as text, null where there is none. */
export function readCsv(bytes: Buffer): ExportedRow[] {
  const [head = '', ...lines] = bytes.toString('utf8').split('\r\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  const names = head.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    if (cells.length !== names.length) throw new Error(`a line has ${cells.length} cells: ${line}`);
    return Object.fromEntries(
      names.map((name, index) => [name, cells[index] === '' ? null : (cells[index] ?? null)]),
    );
  });
}

export function readNdjson(bytes: Buffer): ExportedRow[] {
  const lines = bytes.toString('utf8').split('\n');
  if (lines.pop() !== '') throw new Error('the last line has no end');
  return lines.map((line) => asText(JSON.parse(line, exact as (key: string, value: unknown) => unknown)));
}

/** Numbers as they are written, beyond what a double holds. */
function exact(_key: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' ? BigInt(source ?? '') : value;
}

export async function readParquet(bytes: Buffer): Promise<ExportedRow[]> {
  const rows = await parquetReadObjects({ file: bufferOf(bytes) });
  return rows.map(asText);
}

/** The key-value metadata of a Parquet file, and the number of rows of each row group. */
export function parquetFacts(bytes: Buffer) {
  const { key_value_metadata: pairs = [], row_groups: groups } = parquetMetadata(bufferOf(bytes));
  return {
    metadata: Object.fromEntries(pairs.map(({ key, value }) => [key, value])),
    groups: groups.map(({ num_rows }) => Number(num_rows)),
  };
}

/** The digest as its documentation says, from the rows of any format. */
export function digestOf(rows: readonly ExportedRow[]): string {
  let sum = 0n;
  for (const row of rows) {
    const line = Object.values(row)
      .map((value) => value ?? '')
      .join(',');
    sum += BigInt(`0x${createHash('sha256').update(line).digest('hex')}`);
  }
  return `sha256-sum=${(sum % 2n ** 256n).toString(16).padStart(64, '0')}`;
}

function asText(row: Readonly<Record<string, unknown>>): ExportedRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
  );
}

function bufferOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
