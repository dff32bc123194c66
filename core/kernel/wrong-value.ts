import type { core, ZodError } from 'zod';
import { counted } from './counted.ts';
import type { MoreWrong, WrongValue } from './errors/wrong-values.ts';

/** What is wrong with a row, by its columns and never their values, which may be secret. */
export function rowIssues({ issues }: ZodError): string {
  return issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'row'} (${issue.code})`)
    .join(', ');
}

/** The most wrong values that an error names. */
const MOST_NAMED = 10;

/** What an error says: the first wrong value, and the others up to a bound. */
export type WrongValues = WrongValue & MoreWrong;

/** All that is wrong, never with the values themselves: a body may carry a secret in the wrong place. */
export function wrongValues(error: ZodError): WrongValues {
  return named(wrongIn(error));
}

type Path = readonly PropertyKey[];

const dotted = (path: Path): string => path.map(String).join('.');

/** Each wrong value once, in the order of the schema. */
export function wrongIn({ issues }: ZodError, nameOf = dotted): readonly WrongValue[] {
  const found = new Map<string, WrongValue>();
  for (const { path, expected } of issues.flatMap(wrongOf)) {
    const name = nameOf(path);
    if (!found.has(name)) found.set(name, { name, expected });
  }
  return [...found.values()];
}

/** The wrong values for an error to name. */
export function named([first = NOTHING_NAMED, ...rest]: readonly WrongValue[]): WrongValues {
  return { ...first, ...moreWrong(rest, MOST_NAMED - 1) };
}

/** @param most how many of them the error has room to name */
function moreWrong(values: readonly WrongValue[], most: number): MoreWrong {
  return { others: values.slice(0, most), unnamed: Math.max(0, values.length - most) };
}

/** Names that nothing knows, for an error to name. */
export function unknownNames(
  names: readonly string[],
  wrong: readonly WrongValue[],
): { readonly names: readonly string[] } & MoreWrong {
  const shown = names.slice(0, MOST_NAMED).map(shortened);
  const { others, unnamed = 0 } = moreWrong(wrong, MOST_NAMED - shown.length);
  return { names: shown, others, unnamed: unnamed + names.length - shown.length };
}

const NOTHING_NAMED: WrongValue = { name: '', expected: 'a valid value' };

function wrongOf(issue: core.$ZodIssue): readonly { readonly path: Path; readonly expected: string }[] {
  const expected = saysWhatItIs(issue.message) ? expectedBy(issue) : issue.message;
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, expected }];
  return issue.keys.map((key) => ({ path: [...issue.path, shortened(key)], expected }));
}

/** Schemas word what they expect; these are the words of zod where they do not. */
function saysWhatItIs(message: string): boolean {
  return /^(?:Invalid|Too|Unrecognized)\b/.test(message);
}

function expectedBy(issue: core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return UNKNOWN_MEMBER;
    case 'invalid_type':
      return TYPES[issue.expected] ?? `a value of type ${issue.expected}`;
    case 'invalid_value':
      return `one of ${issue.values.join(', ')}`;
    case 'too_small':
      return bounded(issue.origin, 'at least', Number(issue.minimum));
    case 'too_big':
      return bounded(issue.origin, 'at most', Number(issue.maximum));
    default:
      return 'a valid value';
  }
}

export const UNKNOWN_MEMBER = 'left out: it is not a known field';

const TYPES: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'a JSON object',
  record: 'a JSON object',
  string: 'a string',
};

function bounded(origin: string, how: string, bound: number): string {
  if (origin === 'string') return `a string of ${how} ${counted(bound, 'character')}`;
  if (origin === 'array') return `a list of ${how} ${counted(bound, 'item')}`;
  return `${how} ${bound}`;
}

const LONGEST_NAME = 40;

function shortened(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
