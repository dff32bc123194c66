import { columnTypeOf } from '../../../../idl/anchor/columns.ts';
import { isOption, jsonSql, notFinite, optionSql, presentJson } from '../../../../idl/anchor/json-sql.ts';
import type { Layout, LayoutOf } from '../../../../idl/anchor/layout.ts';
import type { ProgramType } from '../../../../idl/anchor/program.ts';
import { quoted } from '../../../../idl/anchor/program-tables.ts';
import { CHANGED_SLOT } from '../../../../idl/newest-versions.ts';
import type { ExportField, FieldKind } from '../../exports/rows.ts';

/** A cell of a CSV line: its kind, and the SQL expression of its text. */
interface Cell {
  readonly kind: FieldKind;
  readonly sql: string;
  readonly nullable?: true;
}

/** What the accounts of every type have before their fields. */
const SHARED: Readonly<Record<string, Cell>> = {
  address: { kind: 'text', sql: 'base58Encode(address)' },
  lamports: { kind: 'amount', sql: 'toString(lamports)' },
  updated_slot: { kind: 'slot', sql: `toString(${CHANGED_SLOT})` },
};

/** The columns of a type's files, named as those of its table. */
export function exportFields(type: ProgramType | undefined): readonly ExportField[] {
  return Object.entries(cellsOf(type)).map(([name, { kind, nullable }]) => {
    return { name, kind, ...(nullable && { nullable }) };
  });
}

/** A SQL expression of the CSV line of a row of the type's table. */
export function lineSql(type: ProgramType): string {
  const cells = Object.values(cellsOf(type)).flatMap(({ sql }, at) => (at === 0 ? [sql] : ["','", sql]));
  return `concat(${cells.join(', ')})`;
}

function cellsOf(type: ProgramType | undefined): Readonly<Record<string, Cell>> {
  const columns = type?.columns ?? [];
  return {
    ...SHARED,
    ...Object.fromEntries(columns.map(({ name, layout }) => [name, cellOf(layout, quoted(name))])),
  };
}

/** A value that the file's format has no type for is JSON. */
function cellOf(layout: Layout, value: string): Cell {
  if (!isOption(layout)) return plainCell(layout, value);
  const { absent, present } = optionSql(layout.inner, value);
  const cell = isOption(layout.inner)
    ? ({ kind: 'json', sql: inCell(presentJson(layout.inner, present)) } as const)
    : plainCell(layout.inner, present);
  return { kind: cell.kind, sql: `if(${absent}, '', ${cell.sql})`, nullable: true };
}

function plainCell(layout: Layout, value: string): Cell {
  switch (layout.kind) {
    case 'integer':
      return { kind: integerKind(layout), sql: `toString(${value})` };
    case 'float':
      return {
        kind: 'float',
        sql: `if(isFinite(${value}), toString(toFloat64(${value})), ${notFinite(value)})`,
      };
    case 'bool':
      return { kind: 'flag', sql: `toString(${value})` };
    case 'string':
      return { kind: 'quoted', sql: inCell(value) };
    case 'pubkey':
      return { kind: 'text', sql: `base58Encode(${value})` };
    case 'bytes':
      // No bytes are not null.
      return layout.length
        ? { kind: 'text', sql: `base64Encode(${value})` }
        : { kind: 'quoted', sql: inCell(`base64Encode(${value})`) };
    case 'enum':
      return columnTypeOf(layout).startsWith('Enum')
        ? { kind: 'text', sql: `toString(${value})` }
        : { kind: 'json', sql: inCell(jsonSql(layout, value)) };
    default:
      return { kind: 'json', sql: inCell(jsonSql(layout, value)) };
  }
}

function integerKind({ bits, signed }: LayoutOf<'integer'>): FieldKind {
  if (bits > 64) return 'wide';
  if (bits === 64) return signed ? 'signed' : 'amount';
  return signed ? 'small' : 'count';
}

/** Any text as a cell of RFC 4180. */
function inCell(text: string): string {
  return `concat('"', replaceAll(${text}, '"', '""'), '"')`;
}
