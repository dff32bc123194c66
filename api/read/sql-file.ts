import { readFileSync } from 'node:fs';

/** Reads the query that lies beside its reader: `sqlFile(import.meta.url, 'launch-at.sql')`. */
export function sqlFile(module: string, name: string): string {
  return readFileSync(new URL(name, module), 'utf8').trim();
}
