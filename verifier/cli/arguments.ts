import { parseArgs } from 'node:util';
import { foreignText, VerifierFailure } from '../failure.ts';

const VALUED = [
  'launch-id',
  'cluster',
  'rpc',
  'program-id',
  'wallet',
  'api',
  'commitment',
  'timeout',
] as const;
const FLAGS = ['history', 'json', 'help'] as const;

export type ValuedOption = (typeof VALUED)[number];
export type Flag = (typeof FLAGS)[number];

export interface Arguments {
  readonly values: ReadonlyMap<ValuedOption, string>;
  readonly flags: ReadonlySet<Flag>;
}

/** Splits the command line strictly: each option is known, given once, and has its required value. */
export function splitArguments(argv: readonly string[]): Arguments {
  const values = new Map<ValuedOption, string>();
  const flags = new Set<Flag>();
  for (const token of tokens(argv)) {
    if (token.kind !== 'option') throw usageFailure(`unexpected argument ${quote(argv[token.index])}`);
    const { name, rawName, value, inlineValue } = token;
    if (isOneOf(FLAGS, name) && rawName.startsWith('--')) {
      if (value !== undefined) throw usageFailure(`--${name} takes no value`);
      flags.add(name);
    } else if (isOneOf(VALUED, name) && rawName.startsWith('--')) {
      const given = value !== undefined && value !== '' && (inlineValue || !value.startsWith('-'));
      if (!given) throw usageFailure(`--${name} needs a value`);
      if (values.has(name)) throw usageFailure(`--${name} is given twice`);
      values.set(name, value);
    } else {
      throw usageFailure(`unknown option ${quote(rawName)}`);
    }
  }
  return { values, flags };
}

/** `strict: false` lets us report each mistake in one line of our own. */
function tokens(argv: readonly string[]) {
  const options = Object.fromEntries([
    ...VALUED.map((name) => [name, { type: 'string' as const }]),
    ...FLAGS.map((name) => [name, { type: 'boolean' as const }]),
  ]);
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}

export function usageFailure(message: string): VerifierFailure {
  return new VerifierFailure('usage', `${message} (see --help)`);
}

export function quote(text: string | undefined): string {
  return JSON.stringify(foreignText(text ?? ''));
}
