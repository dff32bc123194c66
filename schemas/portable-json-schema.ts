interface Keywords {
  type?: unknown;
  const?: unknown;
  minimum?: unknown;
  maximum?: unknown;
  pattern?: unknown;
}

/** Takes from a published JSON Schema what other tools reject or cannot check; this side checks it anyway. */
export function makePortable(schema: Keywords): void {
  // The greatest safe double is how a number of an answer is checked here, not a rule for those who read it.
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  makeRequestPortable(schema);
}

/** The same for what clients send, where the greatest safe double is a bound. */
export function makeRequestPortable(schema: Keywords): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // The regular expressions of most languages have no Unicode classes in this notation.
  if (typeof schema.pattern === 'string' && schema.pattern.includes('\\p{')) delete schema.pattern;
  // A generated client would take it for a fraction, and some then fail to compile.
  if (schema.type === 'number' && Number.isInteger(schema.const)) schema.type = 'integer';
}
