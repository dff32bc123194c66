import type { SqlAnswer } from '../../schemas/rest/sql.ts';

const LONGEST_CELL = 80;

/** The answer as aligned columns, numbers to the right, with the slot below. */
export function renderTable({ source, columns, rows, row_count: count, truncated }: SqlAnswer): string {
  const isNumber = columns.map(({ type }) => /^(?:Nullable\()?(?:U?Int|Float|Decimal)/.test(type));
  const cells = [columns.map(({ name }) => shown(name)), ...rows.map((row) => row.map(shown))];
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => widthOf(row[at] ?? ''))));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => padded(cell, widths[at] ?? 0, isNumber[at] ?? false))
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = cells;
  const rule = widths.map((width) => '─'.repeat(width)).join('  ');
  const more = truncated ? `the first ${count} rows` : `${count} ${count === 1 ? 'row' : 'rows'}`;
  const note = `${more}, at slot ${source.last_indexed_slot}`;
  return [line(head), rule, ...body.map(line), '', note, ''].join('\n');
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : value === null ? 'NULL' : JSON.stringify(value);
  // Control characters of a value must not reach the terminal.
  const plain = text.replaceAll(/\p{C}/gu, '·');
  return plain.length > LONGEST_CELL ? `${plain.slice(0, LONGEST_CELL - 1)}…` : plain;
}

function padded(cell: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(cell)));
  return right ? space + cell : cell + space;
}

function widthOf(text: string): number {
  return [...text].length;
}
