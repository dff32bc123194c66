import type { Commitment } from '../chain/rpc.ts';
import { isPubkey, type Pubkey } from '../codec/base58.ts';
import { quote, usageFailure, type Values } from './arguments.ts';

/** Readers of single options; each is undefined, or its default, where the option is not given. */

export function readTimeout<Name extends string>(values: Values<Name | 'timeout'>): number {
  return (readInteger(values, 'timeout', { what: 'whole seconds', least: 1, most: 600 }) ?? 30) * 1000;
}

export function readCommitment<Name extends string>(values: Values<Name | 'commitment'>): Commitment {
  return oneOf(values, 'commitment', ['confirmed', 'finalized'], 'confirmed');
}

export interface IntegerBounds {
  readonly what: string;
  readonly least: number;
  readonly most: number;
}

export function readInteger<Name extends string>(
  values: Values<Name>,
  name: Name,
  { what, least, most }: IntegerBounds,
): number | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw malformed(name, `${what} from ${least} to ${most}`, text);
}

export function oneOf<Name extends string, Choice extends string>(
  values: Values<Name>,
  name: Name,
  choices: readonly Choice[],
  otherwise: Choice,
): Choice {
  const text = values.get(name);
  if (text === undefined) return otherwise;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw malformed(name, `one of ${choices.join(', ')}`, text);
  return choice;
}

export function pubkey<Name extends string>(values: Values<Name>, name: Name): Pubkey | undefined {
  const text = values.get(name);
  if (text === undefined || isPubkey(text)) return text;
  throw malformed(name, 'a base58 public key of 32 bytes', text);
}

export function url<Name extends string>(values: Values<Name>, name: Name): string | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  // The text is not repeated: a URL may hold credentials.
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw usageFailure(`--${name} must be an http:// or https:// URL`);
  }
  return parsed.href;
}

export function malformed(name: string, expected: string, text: string): Error {
  return usageFailure(`--${name} must be ${expected}, not ${quote(text)}`);
}
