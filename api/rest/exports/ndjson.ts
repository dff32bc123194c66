import type { ExportField } from '../../read/exports/rows.ts';
import type { ExportFormat } from './format.ts';
import { slices } from './slices.ts';

/** One JSON object per line, like the rows of the JSON listing. */
export const ndjson: ExportFormat = {
  extension: 'ndjson',
  contentType: 'application/x-ndjson',
  description: 'One JSON object a line, with the members and types of the JSON listing.',
  async *write({ fields }, pages) {
    const members = fields.map(memberOf);
    const objectOf = (line: string): string => {
      const cells = line.split(',');
      return `{${members.map((member, index) => member(cells[index] ?? '')).join(',')}}\n`;
    };
    for await (const lines of slices(pages)) yield Buffer.from(lines.map(objectOf).join(''));
  },
};

function memberOf({ name, kind, nullable }: ExportField): (cell: string) => string {
  const head = `${JSON.stringify(name)}:`;
  const quoted = kind === 'text' || kind === 'amount';
  return (cell) => {
    if (nullable === true && cell === '') return `${head}null`;
    return quoted ? `${head}"${cell}"` : head + cell;
  };
}
