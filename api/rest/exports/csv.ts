import { csvLine } from '../../read/exports/csv-line.ts';
import type { ExportFormat } from './format.ts';
import { rowsOf } from './rows-of.ts';

const LINE_END = '\r\n';

/** RFC 4180 with a header line. */
export const csv: ExportFormat = {
  extension: 'csv',
  contentType: 'text/csv; charset=utf-8; header=present',
  description:
    'RFC 4180: a header line, CRLF line ends, plain digits, an empty cell where there is no value. No value needs quoting, and none can begin a formula.',
  async *write({ fields }, pages) {
    yield Buffer.from(fields.map(({ name }) => name).join(',') + LINE_END);
    for await (const page of pages) {
      let text = '';
      for (const cells of rowsOf(page)) text += csvLine(cells) + LINE_END;
      yield Buffer.from(text);
    }
  },
};
