/** The rows of a CSV file by the grammar of RFC 4180, without this project's code: null for an empty cell without quotes. */
export function parseCsv(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, plain = '', end] = cell.exec(text) ?? [];
    if (end === undefined) throw new Error(`not a cell: ${text.slice(at, at + 80)}`);
    row.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The lines of a CSV file without their ends: as many as rows, each with the line breaks within its quotes. */
export function csvLines(text: string): string[] {
  return [...text.matchAll(/((?:"(?:[^"]|"")*"|[^"\r])*)\r\n/g)].map(([, line = '']) => line);
}
