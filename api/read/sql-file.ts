import { readFileSync } from 'node:fs';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { SQL_PARTS } from './account-versions.ts';

/** A line or expression in double braces, after its lines' indentation. */
const PART = /(^ *)?\{\{([a-z_./-]+)\}\}/gm;

/**
 * Reads the query next to its reader: `sqlFile(import.meta.url, 'identity.sql')`. Shared parts are in double braces: a
 * file, `{{flow-line.sql}}`, or a part derived from the account table, `{{pledge_columns}}`. Its first line names it, in
 * traces and in the logs of the store.
 */
export function sqlFile(module: string, name: string): string {
  return `-- ${name}\n${sqlText(module, name)}`;
}

function sqlText(module: string, name: string): string {
  const place = new URL(name, module);
  const text = readFileSync(place, 'utf8').trim();
  return text.replace(PART, (_part, indent: string | undefined, part: string) =>
    (part.endsWith('.sql') ? sqlText(place.href, part) : generatedPart(part)).replace(/^/gm, indent ?? ''),
  );
}

function generatedPart(name: string): string {
  const part = SQL_PARTS[name];
  if (part === undefined) throw new LaunchlensError('COLUMN_UNKNOWN', { name });
  return part;
}
