import { LaunchlensError } from '../../kernel/errors/error.ts';
import type { SqlParameters } from '../port.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\0': '\\0',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
const ESCAPED = /[\\'\0\b\f\n\r\t]/g;
const PLACEHOLDER = /\{\s*([A-Za-z_]\w*)\s*:\s*[A-Z]/g;
const NAME = /^[A-Za-z_]\w*$/;

/** A string literal of ClickHouse's SQL. */
export function literal(text: string): string {
  return `'${escaped(text)}'`;
}

function escaped(text: string): string {
  return text.replace(ESCAPED, (character) => ESCAPES[character] ?? character);
}

/**
 * The `SET` that binds a statement's parameters on its connection, or undefined without parameters. The engine
 * parses each value as the placeholder's type, never as SQL. chDB's own parameter call is not used: it keeps
 * parameters process-wide and so runs one statement at a time over all connections.
 */
export function bindParameters(target: string, sql: string, parameters: SqlParameters): string | undefined {
  requireAll(target, sql, parameters);
  const assignments = Object.entries(parameters).map(([name, value]) => {
    if (!NAME.test(name)) throw refused(target, `parameter name "${name}" is malformed`);
    return `param_${name}=${literal(text(target, name, value))}`;
  });
  return assignments.length === 0 ? undefined : `SET ${assignments.join(', ')}`;
}

/** A binding persists on the connection, so an omitted parameter would silently have an earlier statement's value. */
function requireAll(target: string, sql: string, parameters: SqlParameters): void {
  for (const [, name = ''] of sql.matchAll(PLACEHOLDER)) {
    if (!Object.hasOwn(parameters, name))
      throw refused(target, `UNKNOWN_QUERY_PARAMETER, ${name} is not set`);
  }
}

/** ClickHouse reads a parameter as a field of its tab-separated format. */
function text(target: string, name: string, value: SqlParameters[string]): string {
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'object') return `[${value.map((item) => element(target, name, item)).join(',')}]`;
  return scalar(target, name, value);
}

function element(target: string, name: string, value: string | number | bigint): string {
  return typeof value === 'string' ? literal(value) : scalar(target, name, value);
}

function scalar(target: string, name: string, value: number | bigint | boolean): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw refused(target, `parameter ${name} is not a whole number that a double holds exactly`);
  }
  return typeof value === 'boolean' ? (value ? '1' : '0') : value.toString();
}

function refused(target: string, detail: string): LaunchlensError {
  return new LaunchlensError('OLAP_REJECTED', { target, clickhouseCode: 456, detail });
}
