import type { ExportFormat } from './format.ts';
import { slices } from './slices.ts';

const LINE_END = '\r\n';

/** RFC 4180 with a header line. */
export const csv: ExportFormat = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  description:
    'RFC 4180: a header line, CRLF line ends, plain digits, an empty cell where there is no value. No value needs quoting, and none can begin a formula.',
  async *write({ fields }, pages) {
    yield Buffer.from(fields.map(({ name }) => name).join(',') + LINE_END);
    for await (const lines of slices(pages)) yield Buffer.from(lines.join(LINE_END) + LINE_END);
  },
};
