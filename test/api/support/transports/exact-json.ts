interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}

// ES2025; TypeScript's library declares it a year later than Node runs it.
const { parse, rawJSON } = JSON as unknown as ExactJson;

/** Parses JSON so that writing it again gives every digit, also those that a double cannot hold. */
export function parseExact(text: string): unknown {
  return parse(text, (_key, value, { source = '' }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) ? rawJSON(source) : value,
  );
}

/** The same JSON with the fields of every object in the order of their names. */
export function sortedFields(text: string): string {
  return JSON.stringify(sorted(parseExact(text)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null || 'rawJSON' in value) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
