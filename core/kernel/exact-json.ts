/** Longer numbers fit no on-chain type, and parsing them takes quadratic time. */
const INTEGER = /^-?[0-9]{1,40}$/;

/**
 * Parses JSON with every integer as a `bigint`, from its own digits: lamports, slots and rent epochs pass 2^53,
 * where a number would be silently rounded. Fractions stay numbers.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, exact);
}

function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value;
  const source = context?.source;
  return source !== undefined && INTEGER.test(source) ? BigInt(source) : value;
}

/** Parses JSON with every number as its own digits, so that no price passes through a double. */
export function digitsJson(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value,
  );
}
