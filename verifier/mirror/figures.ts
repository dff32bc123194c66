import { isRecord } from '../chain/http.ts';
import { shown } from '../report/shown.ts';

/** A figure that the accounts only bound. */
export interface Rule {
  readonly rule: string;
  readonly holds: (served: unknown) => boolean;
}

/** What the mirror must serve, in the shape of its answer; undefined for fields that it must omit. */
export type Expected =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | Rule
  | { readonly [name: string]: Expected };

/** One figure, as text: the chain's and the mirror's. */
export interface Figure {
  readonly name: string;
  readonly expected: string;
  readonly actual: string;
  readonly equal: boolean;
}

/** Compares every figure of `expected`, by name, with the mirror's. */
export function compareFigures(expected: Expected, served: unknown, name: string): readonly Figure[] {
  if (isGroup(expected)) {
    if (!isRecord(served)) return [{ name, expected: 'an object', actual: shown(served), equal: false }];
    return Object.entries(expected).flatMap(([field, value]) =>
      compareFigures(value, served[field], name === '' ? field : `${name} ${field}`),
    );
  }
  if (isRule(expected)) {
    return [{ name, expected: expected.rule, actual: shown(served), equal: expected.holds(served) }];
  }
  const equal = isInteger(expected)
    ? isInteger(served) && BigInt(expected) === BigInt(served)
    : expected === served;
  // If two values look the same, their types differ.
  const alike = !equal && shown(expected) === shown(served);
  const typed = (value: unknown) => (alike ? `${shown(value)} (${typeof value})` : shown(value));
  return [{ name, expected: typed(expected), actual: typed(served), equal }];
}

function isRule(expected: Expected): expected is Rule {
  return isRecord(expected) && typeof expected.holds === 'function';
}

function isGroup(expected: Expected): expected is { readonly [name: string]: Expected } {
  return isRecord(expected) && !isRule(expected);
}

function isInteger(value: unknown): value is number | bigint {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}
