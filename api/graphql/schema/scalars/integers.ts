import { A_COUNT, LARGEST_COUNT } from '../../../../schemas/u64.ts';
import { defineScalar } from './scalar.ts';

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

export const BigUint = defineScalar({
  name: 'BigUint',
  expected: 'a whole number that is not negative, as a decimal string such as "1500000000"',
  fromText: unsigned,
  fromDigits: unsigned,
  fromNumber: exactOf(unsigned),
  toWire: decimalOf(UNSIGNED),
});

export const BigInteger = defineScalar({
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

export const Slot = defineScalar({
  name: 'Slot',
  expected: `a slot: ${A_COUNT}, not in quotes`,
  fromDigits: slotOf,
  fromNumber: exactOf(slotOf),
  toWire: countOnWire,
});

function countOf(digits: string): number | undefined {
  return UNSIGNED.test(digits) ? countOnWire(Number(digits)) : undefined;
}

export const Count = defineScalar({
  name: 'Count',
  expected: A_COUNT,
  fromDigits: countOf,
  fromNumber: (number) => (Object.is(number, -0) ? undefined : countOnWire(number)),
  toWire: countOnWire,
});
