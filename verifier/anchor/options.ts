import type { Commitment } from '../chain/rpc.ts';
import { type Arguments, quote, splitArguments, usageFailure } from '../cli/arguments.ts';
import { readCommitment, readInteger, readTimeout, url } from '../cli/values.ts';
import { isPubkey, type Pubkey } from '../codec/base58.ts';

export const USAGE = `verify-anchor-accounts: check accounts of a followed Anchor program against the chain itself

It reads the accounts from a Solana RPC node, decodes them with Anchor's own coder and your copy of the IDL, asks the API
for the same accounts at the same slot, and compares every field. It needs no key and signs nothing.

Usage: node verify-anchor-accounts.mjs --program <name|address> --idl <file|on-chain> [options]

  --program <name>      Name or address of a program that the API follows (required)
  --idl <file>          Your own copy of its IDL, or \`on-chain\` to read it there (required)
  --api <url>           The API to check (default: http://127.0.0.1:8080)
  --rpc <url>           Own RPC node (default: http://127.0.0.1:8899)
  --type <name>         Only accounts of this type
  --account <pubkeys>   Only these accounts, separated by commas
  --sample <n>          Only this many accounts, picked at random
  --seed <n>            Pick the same ones again (default: a new number, which the report names)
  --json                Print a machine-readable report
  --commitment <level>  confirmed or finalized (default: confirmed)
  --timeout <seconds>   Longest wait for an answer, and for a node or index that lags, 1 to 600 (default: 30)
  --help                Print this text

Example: node verify-anchor-accounts.mjs --program vault --idl vault.json --api http://127.0.0.1:8080

Exit code: 0 all equal, 1 a difference, 2 bad usage or something could not be read, 3 no such accounts.`;

const KNOWN = {
  values: ['program', 'idl', 'api', 'rpc', 'type', 'account', 'sample', 'seed', 'commitment', 'timeout'],
  flags: ['json', 'help'],
} as const;

type Valued = (typeof KNOWN.values)[number];
type Given = Arguments<Valued, (typeof KNOWN.flags)[number]>;

/** Which accounts are checked: all of them, those that are named, or some of them. */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'named'; readonly addresses: readonly Pubkey[] }
  | { readonly kind: 'sample'; readonly size: number; readonly seed: number };

export interface Options {
  readonly program: string;
  readonly idl: string;
  readonly api: string;
  readonly rpc: string;
  readonly type: string | undefined;
  readonly scope: Scope;
  readonly commitment: Commitment;
  readonly timeoutMs: number;
}

export function splitOptions(argv: readonly string[]): Given {
  return splitArguments(argv, KNOWN);
}

/** @param newSeed the seed of a sample that names none */
export function readOptions({ values }: Given, newSeed: () => number): Options {
  const [program, idl] = [values.get('program'), values.get('idl')];
  if (program === undefined)
    throw usageFailure('--program is required: the name or address of a followed program');
  if (idl === undefined) throw usageFailure('--idl is required: your copy of the IDL, or on-chain');
  return {
    program,
    idl,
    api: url(values, 'api') ?? 'http://127.0.0.1:8080',
    rpc: url(values, 'rpc') ?? 'http://127.0.0.1:8899',
    type: values.get('type'),
    scope: scopeOf(values, newSeed),
    commitment: readCommitment(values),
    timeoutMs: readTimeout(values),
  };
}

const SEEDS = { what: 'a whole number', least: 0, most: 4_294_967_295 } as const;

function scopeOf(values: Given['values'], newSeed: () => number): Scope {
  const size = readInteger(values, 'sample', { what: 'a number of accounts', least: 1, most: 1_000_000 });
  const seed = readInteger(values, 'seed', SEEDS);
  const named = values.get('account');
  if (seed !== undefined && size === undefined) throw usageFailure('--seed needs --sample');
  if (named === undefined)
    return size === undefined ? { kind: 'all' } : { kind: 'sample', size, seed: seed ?? newSeed() };
  if (size !== undefined) throw usageFailure('--sample and --account exclude each other');
  const addresses = named.split(',').map((text) => text.trim());
  return { kind: 'named', addresses: [...new Set(addresses.map(addressOf))] };
}

function addressOf(text: string): Pubkey {
  if (isPubkey(text)) return text;
  throw usageFailure(`--account must be base58 public keys of 32 bytes, not ${quote(text)}`);
}
