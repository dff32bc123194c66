import { readFileSync } from 'node:fs';

/** Where a line stands for another file, after the white space that all lines of it are moved in by. */
const PART = /^( *)\{\{([a-z./-]+\.sql)\}\}/gm;

/**
 * Reads the query that lies beside its reader: `sqlFile(import.meta.url, 'launch-at.sql')`. What several queries have in
 * common lies in a file of its own, which they name in double braces: `{{../launch-columns.sql}}`.
 */
export function sqlFile(module: string, name: string): string {
  const place = new URL(name, module);
  const text = readFileSync(place, 'utf8').trim();
  return text.replace(PART, (_line, indent: string, part: string) =>
    sqlFile(place.href, part).replace(/^/gm, indent),
  );
}
