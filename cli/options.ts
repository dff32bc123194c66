import { Command, InvalidArgumentError } from 'commander';
import type { ZodType } from 'zod';
import { pubkeyText } from '../core/kernel/encoded-text.ts';
import type { Pubkey } from '../core/kernel/pubkey.ts';
import { parseU64 } from '../core/kernel/u64.ts';

export interface CommandTexts {
  /** What it does; the list of commands says it for top-level ones. */
  readonly says?: string;
  /** More, after the options. */
  readonly more?: string;
  /** A command line, without the program's name. */
  readonly example: string;
}

/** A command with its help. */
export function command(name: string, { says = '', more = '', example }: CommandTexts): Command {
  return new Command(name)
    .description(says)
    .addHelpText('after', `${more && `\n${more}\n`}\nExample:\n  ${example}`);
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError('a port from 0 to 65535.');
  return port;
}

/** How many times faster than Solana the local chain runs. */
export function parseSpeed(text: string): number {
  const speed = Number(text);
  if (!Number.isFinite(speed) || speed <= 0 || speed > 1000) {
    throw new InvalidArgumentError('a number above 0 and at most 1000.');
  }
  return speed;
}

/** Accepts what the schema accepts; `expected` describes it for people. */
export function parsed<Value>(shape: ZodType<Value>, expected: string): (given: string) => Value {
  return (given) => {
    const result = shape.safeParse(given);
    if (!result.success) throw new InvalidArgumentError(expected);
    return result.data;
  };
}

export const parseWallet: (text: string) => Pubkey = parsed(pubkeyText, 'a wallet is 32 bytes in base58.');

/** @param what such as `a slot` */
export const parseU64Of =
  (what: string) =>
  (text: string): bigint => {
    try {
      return parseU64(what, text);
    } catch {
      throw new InvalidArgumentError(
        `${what} is an integer from 0 to 18446744073709551615, without leading zeros.`,
      );
    }
  };

export const parseSlot = parseU64Of('a slot');

/** A whole number above 0. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d{1,9}$/.test(text) || count === 0) throw new InvalidArgumentError('a whole number above 0.');
  return count;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Bytes, with a unit of thousands where one is given. */
export function parseBytes(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,12})(|[KMGT]B)$/.exec(text) ?? [];
  const bytes = Number(digits) * (UNITS[unit] ?? 0);
  if (bytes === 0) throw new InvalidArgumentError('a size such as 500MB.');
  return bytes;
}
