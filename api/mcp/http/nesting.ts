const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENERS = [0x5b, 0x7b];
const CLOSERS = [0x5d, 0x7d];

/** Whether arrays and objects of a JSON text nest deeper than `depth`, found without building any of them. */
export function nestsDeeper(text: string, depth: number): boolean {
  let open = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (OPENERS.includes(code)) {
      open += 1;
      if (open > depth) return true;
    } else if (CLOSERS.includes(code)) open -= 1;
  }
  return false;
}
