/** A string, or an integer that is too long for a double. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
const MARKED = /^\0(-?\d+)$/;

/**
 * JSON in which long integers become bigints: times are i64, and `JSON.parse` rounds what is beyond 2^53. Undefined for
 * text that is not JSON.
 */
export function parseExactJson(text: string): unknown {
  const marked = text.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"\\u0000${token}"`));
  try {
    return JSON.parse(marked, (_key, value: unknown) => {
      const [, digits] = (typeof value === 'string' && MARKED.exec(value)) || [];
      return digits === undefined ? value : BigInt(digits);
    });
  } catch {
    return undefined;
  }
}
