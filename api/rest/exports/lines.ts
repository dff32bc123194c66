import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportPage } from '../../read/exports/rows.ts';

/** Written without interruption: a few milliseconds, which block all other requests. */
export const SLICE_ROWS = 4_096;
/** Fewer rows, if they are long. */
const SLICE_LENGTH = 1_048_576;

/** The CSV lines of the pages in parts, each in its own turn of the event loop. */
export async function* slices(pages: AsyncIterable<ExportPage>): AsyncGenerator<readonly string[]> {
  for await (const page of pages) {
    const lines = split(page.lines, '\n');
    for (let start = 0; start < lines.length; ) {
      const slice = sliceAt(lines, start);
      start += slice.length;
      yield slice;
      await nextTurn();
    }
  }
}

function sliceAt(lines: readonly string[], start: number): readonly string[] {
  let end = start;
  for (let length = 0; end < lines.length && end - start < SLICE_ROWS && length < SLICE_LENGTH; end += 1) {
    length += lines[end]?.length ?? 0;
  }
  return lines.slice(start, end);
}

/** The cells of a CSV line, those within quotes with their quotes. */
export function cellsOf(line: string): readonly string[] {
  return split(line, ',');
}

/** The text of a cell that is within quotes. */
export function unquoted(cell: string): string {
  return cell.slice(1, -1).replaceAll('""', '"');
}

/** Splits a text at each separator outside quotes. */
function split(text: string, separator: string): readonly string[] {
  const pieces = text.split(separator);
  if (!text.includes('"')) return pieces;
  const whole: string[] = [];
  let open: string[] = [];
  for (const piece of pieces) {
    // A piece with an odd number of quotes opens a quoted text, or ends the one that is open.
    const goesOn = hasOddQuotes(piece) !== open.length > 0;
    open.push(piece);
    if (goesOn) continue;
    whole.push(open.length === 1 ? piece : open.join(separator));
    open = [];
  }
  return whole;
}

function hasOddQuotes(piece: string): boolean {
  let odd = false;
  for (let at = piece.indexOf('"'); at >= 0; at = piece.indexOf('"', at + 1)) odd = !odd;
  return odd;
}
