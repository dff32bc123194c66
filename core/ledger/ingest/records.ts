/** One record of a text file, undecoded. */
export interface TextRecord {
  /** The line on which it starts, from 1. */
  readonly line: number;
  /** Undefined if it is too long. */
  readonly bytes: Buffer | undefined;
}

/** The longest record. Rows are short; a longer record is malformed and must not fill the memory. */
export const LONGEST_RECORD = 64 * 1024;

const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** Splits text into records at newlines, except inside double quotes if `quoted`. Memory is bounded. */
export async function* textRecords(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { quoted }: { readonly quoted: boolean },
): AsyncGenerator<TextRecord> {
  let parts: Buffer[] = [];
  let length = 0;
  let line = 1;
  let start = 1;
  let inside = false;
  const keep = (part: Buffer): void => {
    length += part.length;
    if (length <= LONGEST_RECORD) parts.push(part);
    else parts = [];
  };
  const end = (): TextRecord => {
    const bytes = length > LONGEST_RECORD ? undefined : Buffer.concat(parts);
    parts = [];
    length = 0;
    const record = { line: start, bytes };
    start = line;
    return record;
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (quoted && byte === QUOTE) inside = !inside;
      if (byte !== NEWLINE) continue;
      line += 1;
      if (inside) continue;
      keep(bytes.subarray(from, at));
      from = at + 1;
      yield end();
    }
    if (from < bytes.length) keep(Buffer.from(bytes.subarray(from)));
  }
  if (length > 0) yield end();
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** The text of a record without its line end; undefined if it is not UTF-8. */
export function textOf(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes).replace(/\r$/, '');
  } catch {
    return undefined;
  }
}
