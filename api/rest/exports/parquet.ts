import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { ExportField, FieldKind } from '../../read/exports/rows.ts';
import type { ExportFormat } from './formats.ts';
import { cellsOf, SLICE_ROWS, slices, unquoted } from './lines.ts';

type ElementType = Pick<SchemaElement, 'type' | 'converted_type'>;

/**
 * Only converted types, which every reader knows: the writer stores the INTEGER logical type's bit width in a field of
 * the wrong size, and ClickHouse refuses such a file.
 */
const UINT_64: ElementType = { type: 'INT64', converted_type: 'UINT_64' };
const UTF_8: ElementType = { type: 'BYTE_ARRAY', converted_type: 'UTF8' };
const TYPES: Readonly<Record<FieldKind, ElementType>> = {
  text: UTF_8,
  quoted: UTF_8,
  json: UTF_8,
  amount: UINT_64,
  signed: { type: 'INT64' },
  wide: UTF_8,
  slot: UINT_64,
  seconds: { type: 'INT64' },
  count: { type: 'INT32', converted_type: 'UINT_32' },
  small: { type: 'INT32' },
  float: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
};
const VALUES: Readonly<Record<FieldKind, (cell: string) => string | bigint | number | boolean>> = {
  text: (cell) => cell,
  quoted: unquoted,
  json: unquoted,
  amount: BigInt,
  signed: BigInt,
  wide: (cell) => cell,
  slot: BigInt,
  seconds: BigInt,
  count: Number,
  small: Number,
  float: Number,
  flag: (cell) => cell === 'true',
};

/** Parquet with a row group per slice; its key-value metadata repeats the headers. */
export const parquet: ExportFormat = {
  extension: 'parquet',
  contentType: 'application/vnd.apache.parquet',
  description:
    'u64 is UINT_64, i64 and Unix seconds are INT64, u32 is UINT_32, and wider integers are text. The key-value metadata repeats what the headers say, under `launchlens.…`.',
  async *write({ fields, metadata }, pages) {
    const writer = new ByteWriter();
    const kvMetadata = Object.entries(metadata).map(([key, value]) => ({ key, value }));
    const file = new ParquetWriter({ writer, schema: schemaOf(fields), kvMetadata, createdBy: 'launchlens' });
    for await (const lines of slices(pages)) {
      file.write({ columnData: columnsOf(fields, lines), rowGroupSize: SLICE_ROWS });
      yield taken(writer);
    }
    file.finish();
    yield taken(writer);
  },
};

function schemaOf(fields: readonly ExportField[]): SchemaElement[] {
  const elements = fields.map(({ name, kind, nullable }): SchemaElement => {
    return { name, repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED', ...TYPES[kind] };
  });
  return [{ name: 'launchlens', num_children: elements.length }, ...elements];
}

function columnsOf(fields: readonly ExportField[], lines: readonly string[]): ColumnSource[] {
  const rows = lines.map(cellsOf);
  return fields.map(({ name, kind, nullable }, index) => {
    const value = VALUES[kind];
    const data = rows.map((cells) => {
      const cell = cells[index] ?? '';
      return nullable === true && cell === '' ? null : value(cell);
    });
    // Keys look random: searching for repetition takes most of the time and finds nothing.
    return TYPES[kind] === UTF_8
      ? { name, data, codec: 'UNCOMPRESSED', statistics: false, offsetIndex: false }
      : { name, data, offsetIndex: false };
  });
}

/** The bytes written since the last call. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = Uint8Array.from(writer.getBytes());
  writer.index = 0;
  return bytes;
}
