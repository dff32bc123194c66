import { ServerException } from './exception.ts';

const ROWS = /^\s*(?:\(|SELECT|WITH|SHOW|DESC|DESCRIBE|EXPLAIN|EXISTS)\b/i;
const INSERT = /^\s*INSERT\s+INTO\s+(?:TABLE\s+)?([\w.`"]+)\s*(\([^)]*\))?\s*FORMAT\s+(\w+)\s*$/i;
const TOKEN = /'(?:[^'\\]|\\.|'')*'|`[^`]*`|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;

/** Comments before a statement do not decide what it is. */
export function givesRows(sql: string): boolean {
  return ROWS.test(sql.replace(/^(?:\s*(?:--[^\n]*\n|\/\*[\s\S]*?\*\/))+/, ''));
}

export interface Insert {
  readonly table: string;
  readonly columns: string;
  readonly format: string;
}

/** An INSERT whose rows come in the body. */
export function parseInsert(sql: string): Insert | undefined {
  const match = INSERT.exec(sql);
  if (!match) return undefined;
  return { table: match[1] ?? '', columns: match[2] ?? '', format: match[3] ?? '' };
}

/** An INSERT of a SELECT over the rows in the body, as a SELECT over a file with them. */
export function overFile(sql: string, path: string): string | undefined {
  const match =
    /^(\s*INSERT\s[\s\S]*\sFROM\s+)input\(('(?:[^'\\]|\\.)*')\)([\s\S]*)\sFORMAT\s+(\w+)\s*$/i.exec(sql);
  if (!match) return undefined;
  const [, head = '', structure = '', tail = '', format = ''] = match;
  return `${head}file(${literal(path)}, '${format}', ${structure})${tail}`;
}

/** A server refuses several statements in one request, where chDB would run them. */
export function requireOneStatement(sql: string): void {
  for (const match of sql.matchAll(TOKEN)) {
    if (match[0] === ';' && sql.slice(match.index + 1).trim() !== '') {
      const text = `Syntax error (Multi-statements are not allowed): failed at position ${match.index + 1}`;
      throw new ServerException(62, 'SYNTAX_ERROR', text);
    }
  }
}

export function literal(text: string): string {
  return `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;
}
