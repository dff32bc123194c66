import type { core, ZodError } from 'zod';
import { counted } from './counted.ts';

/** What is wrong with a row, by its columns and never their values, which may be secret. */
export function rowIssues({ issues }: ZodError): string {
  return issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'row'} (${issue.code})`)
    .join(', ');
}

export interface WrongValue {
  /** The member, with dots into objects; empty for the whole value. */
  readonly name: string;
  /** Completes "<name> must be". */
  readonly expected: string;
}

/** What is wrong first, never with the value itself: a body may carry a secret in the wrong place. */
export function wrongValue({ issues }: ZodError): WrongValue {
  const [issue] = issues;
  if (issue === undefined) return { name: '', expected: 'a valid value' };
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, shortened(issue.keys[0])] : issue.path;
  return { name: path.join('.'), expected: saysWhatItIs(issue.message) ? expectedBy(issue) : issue.message };
}

/** Schemas word what they expect; these are the words of zod where they do not. */
function saysWhatItIs(message: string): boolean {
  return /^(?:Invalid|Too|Unrecognized)\b/.test(message);
}

function expectedBy(issue: core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'left out: it is not a known field';
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

function shortened(name = ''): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
