import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportPage } from '../../read/exports/rows.ts';

/** Written without interruption: a few milliseconds, which block all other requests. */
export const SLICE_ROWS = 4_096;

/** The CSV lines of the pages in parts, each in its own turn of the event loop. */
export async function* slices(pages: AsyncIterable<ExportPage>): AsyncGenerator<readonly string[]> {
  for await (const page of pages) {
    const lines = page.lines.split('\n');
    for (let start = 0; start < lines.length; start += SLICE_ROWS) {
      yield lines.slice(start, start + SLICE_ROWS);
      await nextTurn();
    }
  }
}
