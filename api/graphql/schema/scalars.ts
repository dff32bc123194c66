import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type Pubkey as Key, parsePubkey } from '../../../core/kernel/pubkey.ts';
import { PUBKEY_TEXT } from '../../../schemas/base58.ts';
import { A_COUNT, LARGEST_COUNT } from '../../../schemas/u64.ts';

/** How a scalar reads and writes; each function returns undefined for invalid values. */
export interface ScalarRules<Internal> {
  readonly name: string;
  /** Completes the sentence "… must be …". */
  readonly expected: string;
  /** A string of a document or of the variables. */
  readonly fromText?: (text: string) => Internal | undefined;
  /** An integer literal of a document, as written. */
  readonly fromDigits?: (digits: string) => Internal | undefined;
  /** A number in the variables; its digits beyond 2^53 are already lost. */
  readonly fromNumber?: (number: number) => Internal | undefined;
  /** What an answer carries. */
  readonly toWire: (value: unknown) => unknown;
}

/** A scalar that accepts what its rules accept, and refuses the rest. */
function defineScalar<Internal>(rules: ScalarRules<Internal>): GraphQLScalarType {
  const { name, expected, fromText, fromDigits, fromNumber, toWire } = rules;
  const parse = (value: unknown): Internal | undefined => {
    if (typeof value === 'string') return fromText?.(value);
    return typeof value === 'number' ? fromNumber?.(value) : undefined;
  };
  const parseNode = (node: ValueNode): Internal | undefined => {
    if (node.kind === Kind.STRING) return fromText?.(node.value);
    return node.kind === Kind.INT ? fromDigits?.(node.value) : undefined;
  };
  const required = (value: Internal | undefined, nodes?: ValueNode): Internal => {
    if (value !== undefined) return value;
    throw new GraphQLError(`${name} must be ${expected}.`, { ...(nodes && { nodes }) });
  };
  return new GraphQLScalarType({
    name,
    serialize: (value) => {
      const wire = toWire(value);
      // Only corrupt data reaches this; the message stays internal.
      if (wire === undefined) throw new TypeError(`a value of the answer is no ${name}`);
      return wire;
    },
    parseValue: (value) => required(parse(value)),
    parseLiteral: (node) => required(parseNode(node), node),
  });
}

/** No sum of u64 amounts is longer; longer input is refused before it is parsed. */
const LONGEST = 78;
const UNSIGNED = /^(0|[1-9][0-9]*)$/;
const SIGNED = /^(0|-?[1-9][0-9]*)$/;

const wholeOf =
  (pattern: RegExp) =>
  (text: string): bigint | undefined =>
    text.length <= LONGEST && pattern.test(text) ? BigInt(text) : undefined;

const exactOf =
  (parse: (text: string) => bigint | undefined) =>
  (number: number): bigint | undefined =>
    Number.isSafeInteger(number) && !Object.is(number, -0) ? parse(String(number)) : undefined;

const decimalOf = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

const unsigned = wholeOf(UNSIGNED);
const signed = wholeOf(SIGNED);

const BigUint = defineScalar({
  name: 'BigUint',
  expected: 'a whole number that is not negative, as a decimal string such as "1500000000"',
  fromText: unsigned,
  fromDigits: unsigned,
  fromNumber: exactOf(unsigned),
  toWire: decimalOf(UNSIGNED),
});

const BigInteger = defineScalar({
  name: 'BigInt',
  expected: 'a whole number, as a decimal string such as "-5"',
  fromText: signed,
  fromDigits: signed,
  fromNumber: exactOf(signed),
  toWire: decimalOf(SIGNED),
});

function slotOf(digits: string): bigint | undefined {
  const slot = unsigned(digits);
  return slot === undefined || slot > LARGEST_COUNT ? undefined : slot;
}

const countOnWire = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

const Slot = defineScalar({
  name: 'Slot',
  expected: `a slot: ${A_COUNT}, not in quotes`,
  fromDigits: slotOf,
  fromNumber: exactOf(slotOf),
  toWire: countOnWire,
});

function countOf(digits: string): number | undefined {
  return UNSIGNED.test(digits) ? countOnWire(Number(digits)) : undefined;
}

const Count = defineScalar({
  name: 'Count',
  expected: A_COUNT,
  fromDigits: countOf,
  fromNumber: (number) => (Object.is(number, -0) ? undefined : countOnWire(number)),
  toWire: countOnWire,
});

function keyOf(text: string): Key | undefined {
  try {
    return parsePubkey(text);
  } catch (error) {
    if (isLaunchlensError(error, 'PUBKEY_MALFORMED')) return undefined;
    throw error;
  }
}

const Pubkey = defineScalar({
  name: 'Pubkey',
  expected: 'a base58 public key of 32 bytes',
  fromText: keyOf,
  toWire: (value) => (typeof value === 'string' && PUBKEY_TEXT.test(value) ? value : undefined),
});

const RFC3339_UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;
const WHOLE = /^(0|-?[1-9][0-9]{0,18})$/;

function instantOf(text: string): string | undefined {
  if (!RFC3339_UTC.test(text)) return undefined;
  const time = new Date(text);
  // An impossible day would become another one.
  const same = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text.slice(0, 19));
  return same ? text : undefined;
}

const DateTime = defineScalar({
  name: 'DateTime',
  expected: 'a time in RFC 3339, UTC, such as "2026-10-01T12:00:00Z"',
  fromText: instantOf,
  toWire: (value) => (typeof value === 'string' && RFC3339_UTC.test(value) ? value : undefined),
});

/** A number, or raw JSON if a double would not be exact (see `WireInteger`). */
function isWireInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'object' && value !== null && 'rawJSON' in value);
}

const UnixTime = defineScalar({
  name: 'UnixTime',
  expected: 'Unix seconds: a whole number, not in quotes',
  fromDigits: (digits) => (WHOLE.test(digits) ? BigInt(digits) : undefined),
  fromNumber: (number) =>
    Number.isSafeInteger(number) && !Object.is(number, -0) ? BigInt(number) : undefined,
  toWire: (value) => (isWireInteger(value) ? value : undefined),
});

/** The scalars of the schema, under their names in it. */
export const SCALARS = { BigUint, BigInt: BigInteger, Slot, Count, Pubkey, DateTime, UnixTime };
