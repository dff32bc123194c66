import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { ExportField, FieldKind } from '../../read/exports/rows.ts';
import { type ExportFormat, SLICE_ROWS, slices } from './formats.ts';

type ElementType = Pick<SchemaElement, 'type' | 'converted_type'>;

/**
 * Only converted types, which every reader knows: the writer stores the INTEGER logical type's bit width in a field of
 * the wrong size, and ClickHouse refuses such a file.
 */
const UINT_64: ElementType = { type: 'INT64', converted_type: 'UINT_64' };
const TYPES: Readonly<Record<FieldKind, ElementType>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  amount: UINT_64,
  slot: UINT_64,
  seconds: { type: 'INT64' },
  count: { type: 'INT32', converted_type: 'UINT_32' },
  flag: { type: 'BOOLEAN' },
};
const VALUES: Readonly<Record<FieldKind, (cell: string) => string | bigint | number | boolean>> = {
  text: (cell) => cell,
  amount: BigInt,
  slot: BigInt,
  seconds: BigInt,
  count: Number,
  flag: (cell) => cell === 'true',
};

/** Parquet with a row group per slice; its key-value metadata repeats the headers. */
export const parquet: ExportFormat = {
  extension: 'parquet',
  contentType: 'application/vnd.apache.parquet',
  description:
    'Amounts and slots are UINT_64, Unix seconds INT64, counts UINT_32. The key-value metadata repeats what the headers say, under `launchlens.…`.',
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
  const rows = lines.map((line) => line.split(','));
  return fields.map(({ name, kind, nullable }, index) => {
    const value = VALUES[kind];
    const data = rows.map((cells) => {
      const cell = cells[index] ?? '';
      return nullable === true && cell === '' ? null : value(cell);
    });
    // Keys look random: searching for repetition takes most of the time and finds nothing.
    return kind === 'text'
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
