import { defineScalar } from './scalar.ts';

const RFC3339_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;
const WHOLE = /^(0|-?[1-9][0-9]{0,18})$/;

function instantOf(text: string): string | undefined {
  if (!RFC3339_UTC.test(text)) return undefined;
  const time = new Date(text);
  // An impossible day would become another one.
  const same = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 19));
  return same ? text : undefined;
}

export const DateTime = defineScalar({
  name: 'DateTime',
  expected: 'a time in RFC 3339, UTC, such as "2026-10-01T12:00:00Z"',
  fromText: instantOf,
  toWire: (value) => (typeof value === 'string' && RFC3339_UTC.test(value) ? value : undefined),
});

/** A number, or raw JSON if a double would not be exact (see `WireInteger`). */
function isWireInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'object' && value !== null && 'rawJSON' in value);
}

export const UnixTime = defineScalar({
  name: 'UnixTime',
  expected: 'Unix seconds: a whole number, not in quotes',
  fromDigits: (digits) => (WHOLE.test(digits) ? BigInt(digits) : undefined),
  fromNumber: (number) =>
    Number.isSafeInteger(number) && !Object.is(number, -0) ? BigInt(number) : undefined,
  toWire: (value) => (isWireInteger(value) ? value : undefined),
});
