import { parseArgs } from 'node:util';
import { foreignText, VerifierFailure } from '../failure.ts';

/** The options that a command knows, by name. */
export interface Known<Valued extends string, Flag extends string> {
  readonly values: readonly Valued[];
  readonly flags: readonly Flag[];
}

export type Values<Valued extends string> = ReadonlyMap<Valued, string>;

export interface Arguments<Valued extends string, Flag extends string> {
  readonly values: Values<Valued>;
  readonly flags: ReadonlySet<Flag>;
}

/** Splits the command line strictly: each option is known, given once, and has its required value. */
export function splitArguments<Valued extends string, Flag extends string>(
  argv: readonly string[],
  known: Known<Valued, Flag>,
): Arguments<Valued, Flag> {
  const values = new Map<Valued, string>();
  const flags = new Set<Flag>();
  for (const token of tokens(argv, known)) {
    if (token.kind !== 'option') throw usageFailure(`unexpected argument ${quote(argv[token.index])}`);
    const { name, rawName, value, inlineValue } = token;
    if (isOneOf(known.flags, name) && rawName.startsWith('--')) {
      if (value !== undefined) throw usageFailure(`--${name} takes no value`);
      flags.add(name);
    } else if (isOneOf(known.values, name) && rawName.startsWith('--')) {
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
function tokens(argv: readonly string[], known: Known<string, string>) {
  const options = Object.fromEntries([
    ...known.values.map((name) => [name, { type: 'string' as const }]),
    ...known.flags.map((name) => [name, { type: 'boolean' as const }]),
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
