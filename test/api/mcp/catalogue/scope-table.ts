import { readFileSync } from 'node:fs';

export interface ScopeRow {
  readonly scope: string;
  /** base, browser-confirmed, execution, … as the table says it. */
  readonly classes: string;
  /** The tools that the row names. */
  readonly tools: readonly string[];
}

const ROW = /^\| (\w+) \| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm;
const HEAD = 'Scope';

/** The specification's table of scopes, copied word for word into `scope-table.md`. */
export function scopeTable(): readonly ScopeRow[] {
  const text = readFileSync(new URL('scope-table.md', import.meta.url), 'utf8');
  return [...text.matchAll(ROW)]
    .map(([, scope = '', classes = '', tools = '']) => ({
      scope,
      classes,
      tools: [...tools.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    }))
    .filter(({ scope }) => scope !== HEAD);
}
