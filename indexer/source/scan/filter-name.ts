import { WireCursor } from './wire.ts';

/** Field number of `SubscribeUpdate.filters`. */
const FILTERS = 1;

/** The first filter that an update in `[start, end)` matched; undefined for pings. @throws UPDATE_MALFORMED */
export function filterName(bytes: Buffer, start: number, end: number): string | undefined {
  const cursor = new WireCursor();
  cursor.open(bytes, start, end);
  while (cursor.next()) {
    if (cursor.field !== FILTERS) {
      cursor.skip();
      continue;
    }
    cursor.delimited();
    return bytes.toString('latin1', cursor.start, cursor.end);
  }
  return undefined;
}
