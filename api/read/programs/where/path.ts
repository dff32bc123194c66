import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { isNullable } from '../../../../idl/anchor/columns.ts';
import type { Layout, LayoutOf } from '../../../../idl/anchor/layout.ts';
import type { ProgramType } from '../../../../idl/anchor/program.ts';
import { quoted } from '../../../../idl/anchor/program-tables.ts';

/** A layout whose values have an order. */
export type Scalar = LayoutOf<'integer' | 'float' | 'bool' | 'string' | 'pubkey' | 'bytes' | 'enum'>;

/** What has fields that can be compared: an account, the arguments of an instruction or an event. */
export interface Compared {
  readonly name: string;
  /** Undefined if its bytes cannot be decoded. */
  readonly of: Pick<ProgramType, 'columns'> | undefined;
}

/** A value of an account that can be compared: the column that has it, and how. */
export interface Comparable {
  readonly layout: Scalar;
  /** An expression over the columns of the type's table. */
  readonly sql: string;
  /** Conditions, any of which means that there is no value: the options around it are none. */
  readonly absent: readonly string[];
}

/** A step on the way to a value. */
interface Step {
  readonly layout: Layout;
  readonly sql: string;
  readonly absent: readonly string[];
}

/**
 * The value that a path of field names leads to, through structs and options of structs.
 * @param argument what names it, for errors
 * @throws PARAMETER_MALFORMED for a path that leads nowhere, or to what cannot be compared
 */
export function comparableAt({ name: type, of }: Compared, path: string, argument: string): Comparable {
  const names = path.split('.');
  const refuse = (expected: string) =>
    new LaunchlensError('PARAMETER_MALFORMED', { name: argument, expected });
  if (of === undefined) throw refuse(`left out: accounts of type ${type} cannot be decoded, nor be compared`);
  let at = columnOf(of, names[0] ?? '');
  for (const name of names.slice(1)) at = at && fieldOf(through(at), name);
  if (at === undefined) throw refuse(`left out: ${type} has only ${fieldNames(of)}`);
  const found = scalarOf(at);
  if (found === undefined) throw refuse(`left out: ${KINDS[through(at).layout.kind]} cannot be compared`);
  return found;
}

function columnOf({ columns }: Pick<ProgramType, 'columns'>, name: string): Step | undefined {
  const column = columns.find(({ field }) => field === name);
  return column && { layout: column.layout, sql: quoted(column.name), absent: [] };
}

function fieldOf({ layout, sql, absent }: Step, name: string): Step | undefined {
  if (layout.kind !== 'struct') return undefined;
  const index = layout.fields.items.findIndex((item) => item.name === name);
  const field = layout.fields.items[index];
  return field && { layout: field.layout, sql: `tupleElement(${sql}, ${index + 1})`, absent };
}

/** What is in an option that ClickHouse stores as an array of none or one. */
function through(step: Step): Step {
  const { layout, sql, absent } = step;
  if (layout.kind !== 'option' && layout.kind !== 'coption') return step;
  if (isNullable(layout.inner)) return step;
  return { layout: layout.inner, sql: `${sql}[1]`, absent: [...absent, `empty(${sql})`] };
}

function scalarOf(step: Step): Comparable | undefined {
  const { layout, sql, absent } = through(step);
  if (layout.kind === 'option' || layout.kind === 'coption') {
    if (!isScalar(layout.inner)) return undefined;
    // Read only where it is not null.
    const value = `assumeNotNull(${sql})`;
    return {
      layout: layout.inner,
      sql: variantOf(layout.inner, value),
      absent: [...absent, `isNull(${sql})`],
    };
  }
  return isScalar(layout) ? { layout, sql: variantOf(layout, sql), absent } : undefined;
}

function isScalar(layout: Layout): layout is Scalar {
  return Object.hasOwn(SCALARS, layout.kind);
}

const SCALARS: Readonly<Record<Scalar['kind'], true>> = {
  ...{ integer: true, float: true, bool: true, string: true, pubkey: true, bytes: true, enum: true },
};

function bearsFields({ variants }: LayoutOf<'enum'>): boolean {
  return variants.some(({ fields }) => fields.items.length > 0);
}

/** A variant is compared by its place in the IDL. */
function variantOf(layout: Scalar, sql: string): string {
  if (layout.kind !== 'enum') return sql;
  return `toInt16(${bearsFields(layout) ? `tupleElement(${sql}, 1)` : sql})`;
}

const MOST_NAMED = 20;

function fieldNames({ columns }: Pick<ProgramType, 'columns'>): string {
  const names = columns.slice(0, MOST_NAMED).map(({ field }) => field);
  return `${names.join(', ')}${columns.length > MOST_NAMED ? ' and other fields of its IDL' : ''}`;
}

const KINDS: Readonly<Record<Layout['kind'], string>> = {
  integer: 'a number',
  float: 'a number',
  bool: 'a bool',
  string: 'a text',
  pubkey: 'a key',
  bytes: 'bytes',
  enum: 'an enum',
  option: 'this option',
  coption: 'this option',
  vector: 'a list',
  array: 'a list',
  struct: 'a struct',
};
