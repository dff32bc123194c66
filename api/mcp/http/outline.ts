const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENERS = [0x5b, 0x7b];
const CLOSERS = [0x5d, 0x7d];

/** The size of a JSON text. */
export interface Outline {
  /** Deepest nesting of arrays and objects. */
  readonly depth: number;
  /** Commas outside strings: one after each member or element except the last. */
  readonly commas: number;
}

/**
 * The outline of a JSON text, without creating its values: parsing and checking a mebibyte of members takes half a
 * second.
 */
export function outlineOf(text: string): Outline {
  let open = 0;
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) commas += 1;
    else if (CLOSERS.includes(code)) open -= 1;
    else if (OPENERS.includes(code)) {
      open += 1;
      depth = Math.max(depth, open);
    }
  }
  return { depth, commas };
}

/** The closing quote of the string that opens at `start`, or the end of the text if it is not closed. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}
