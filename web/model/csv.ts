/** What a spreadsheet may take for a formula, also in full-width form or behind spaces. */
const FORMULA = /^[\s]*[=+\-@＝＋－＠]|^[\t\r\n]/u;
const QUOTED = /[",\r\n']/;

/** One value as a cell of RFC 4180. A text that could be a formula begins with an apostrophe. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value, exact);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const exact = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? value.toString() : value;

/** The value at a path such as `launch.launch_id`; undefined if any part is missing. */
function valueAt(row: unknown, path: string): unknown {
  let value = row;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  }
  return value;
}

const LINE_END = '\r\n';

/** The heading: paths with underscores in place of points. */
export function csvHead(columns: readonly string[]): string {
  return columns.map((path) => path.replaceAll('.', '_')).join(',') + LINE_END;
}

/** Rows as lines, each with the values at the paths. */
export function csvLines(columns: readonly string[], rows: readonly unknown[]): string {
  return rows.map((row) => columns.map((path) => csvCell(valueAt(row, path))).join(',') + LINE_END).join('');
}
