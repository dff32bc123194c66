import { z } from 'zod';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { wrongValues } from '../../../../core/kernel/wrong-value.ts';
import type { SqlParameters } from '../../../../core/olap/port.ts';
import { type Comparable, type Compared, comparableAt } from './path.ts';
import { type Bound, valueSchema } from './values.ts';

/** A condition over the columns of a type's table, with the values of its parameters. */
export interface Condition {
  readonly sql: string;
  readonly parameters: SqlParameters;
}

/** The conditions that accounts must meet, as a request gives them. */
export type Where = Readonly<Record<string, unknown>>;

const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const KNOWN = [...Object.keys(OPERATORS), 'in'] as const;
const MOST_CONDITIONS = 32;
const MOST_VALUES = 100;

/**
 * Compiles `where` to SQL. Its field names choose columns that the IDL declares, and its values become parameters.
 * @throws PARAMETER_MALFORMED naming the first field, operator or value that is wrong
 */
export function compileWhere(type: Compared, where: Where): Condition {
  const fields = Object.entries(where);
  if (fields.length > MOST_CONDITIONS)
    throw refused('where', `conditions on at most ${MOST_CONDITIONS} fields`);
  const parameters: Record<string, string> = {};
  const bind = ({ value, sql }: Bound): string => {
    const name = `where_${Object.keys(parameters).length}`;
    parameters[name] = value;
    return sql(name);
  };
  const conditions = fields.flatMap(([path, given]) => {
    const argument = `where.${shortened(path)}`;
    const at = comparableAt(type, path, argument);
    return isOperators(given)
      ? operations(at, given, { argument, bind })
      : [oneOf(at, [parsed(at, given, argument)], bind)];
  });
  return { sql: conditions.length === 0 ? '1' : conditions.join(' AND '), parameters };
}

interface Binding {
  readonly argument: string;
  readonly bind: (value: Bound) => string;
}

function operations(at: Comparable, given: Where, { argument, bind }: Binding): readonly string[] {
  const unknown = Object.keys(given).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw refused(`${argument}.${shortened(unknown)}`, `one of ${KNOWN.join(', ')}`);
  }
  if (Object.keys(given).length === 0)
    throw refused(argument, `a value, or an object with ${KNOWN.join(', ')}`);
  return Object.entries(given).map(([name, value]) => {
    const of = `${argument}.${name}`;
    if (name === 'in') {
      const values = listOf(value, of).map((each, index) => parsed(at, each, `${of}.${index}`));
      return oneOf(at, values, bind);
    }
    const bound = parsed(at, value, of);
    if (bound === null) throw refused(of, 'a value: nothing is before or after null');
    return present(at, `${at.sql} ${OPERATORS[name as keyof typeof OPERATORS]} ${bind(bound)}`);
  });
}

function listOf(value: unknown, argument: string): readonly unknown[] {
  const expected = `a list of 1 to ${MOST_VALUES} values`;
  const { data } = z.array(z.unknown()).min(1).max(MOST_VALUES).safeParse(value);
  if (data === undefined) throw refused(argument, expected);
  return data;
}

function oneOf(at: Comparable, values: readonly (Bound | null)[], bind: Binding['bind']): string {
  const bound = values.filter((value) => value !== null).map((value) => equal(at, value, bind));
  const alternatives = [
    ...(bound.length > 0 ? [present(at, `(${bound.join(' OR ')})`)] : []),
    ...(bound.length < values.length ? [`(${at.absent.join(' OR ')})`] : []),
  ];
  return `(${alternatives.join(' OR ')})`;
}

/** As people mean it, NaN is equal to NaN. */
function equal({ layout, sql }: Comparable, bound: Bound, bind: Binding['bind']): string {
  return layout.kind === 'float' && bound.value === 'nan' ? `isNaN(${sql})` : `${sql} = ${bind(bound)}`;
}

function present({ absent }: Comparable, sql: string): string {
  return absent.length === 0 ? sql : `(NOT (${absent.join(' OR ')}) AND ${sql})`;
}

/** Null where an option may have no value. */
function parsed(at: Comparable, value: unknown, argument: string): Bound | null {
  if (value === null && at.absent.length > 0) return null;
  const { success, data, error } = valueSchema(at.layout).safeParse(value);
  if (success) return data;
  const { expected } = wrongValues(error);
  throw refused(argument, at.absent.length > 0 ? `${expected}, or null` : expected);
}

function isOperators(given: unknown): given is Where {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** What a caller wrote is repeated, up to a bound. */
function shortened(name: string): string {
  return name.length > 64 ? `${name.slice(0, 64)}…` : name;
}

function refused(name: string, expected: string): LaunchlensError<'PARAMETER_MALFORMED'> {
  return new LaunchlensError('PARAMETER_MALFORMED', { name, expected });
}
