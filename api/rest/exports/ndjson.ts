import type { Cell, ExportField } from '../../read/exports/rows.ts';
import type { ExportFormat } from './format.ts';
import { rowsOf } from './rows-of.ts';

/** One JSON object a line, as the rows of the JSON listing are. */
export const ndjson: ExportFormat = {
  extension: 'ndjson',
  contentType: 'application/x-ndjson',
  description: 'One JSON object a line, with the members and types of the JSON listing.',
  async *write({ fields }, pages) {
    const render = fields.map(memberOf);
    for await (const page of pages) {
      let text = '';
      for (const cells of rowsOf(page)) {
        text += `{${cells.map((cell, index) => render[index]?.(cell)).join(',')}}\n`;
      }
      yield Buffer.from(text);
    }
  },
};

function memberOf({ name, kind }: ExportField): (cell: Cell) => string {
  const head = `${JSON.stringify(name)}:`;
  const quoted = kind === 'text' || kind === 'amount';
  return (cell) => {
    if (cell === null) return `${head}null`;
    return quoted ? `${head}"${cell}"` : head + cell;
  };
}
