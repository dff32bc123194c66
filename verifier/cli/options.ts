import type { Commitment } from '../chain/rpc.ts';
import { isPubkey, type Pubkey } from '../codec/base58.ts';
import { parseU64, U64_MAX } from '../codec/bytes.ts';
import { type Arguments, quote, usageFailure, type ValuedOption } from './arguments.ts';
import { CLUSTERS, type Cluster, clusterDefaults } from './clusters.ts';

export interface Options {
  readonly launchId: bigint;
  readonly cluster: Cluster;
  readonly rpc: string;
  readonly programId: Pubkey;
  readonly wallet: Pubkey | undefined;
  readonly api: string | undefined;
  readonly commitment: Commitment;
  readonly timeoutMs: number;
  /** Whether the transactions of the escrow are read, to tell gifts from refunds. */
  readonly history: boolean;
}

type Values = Arguments['values'];

export function readOptions({ values, flags }: Arguments): Options {
  const cluster = oneOf(values, 'cluster', CLUSTERS, 'localnet');
  const defaults = clusterDefaults(cluster);
  const programId = pubkey(values, 'program-id') ?? defaults.programId;
  const launchId = readLaunchId(values);
  if (programId === undefined) {
    throw usageFailure(`--program-id is required on ${cluster}, whose escrow program is not known here`);
  }
  return {
    launchId,
    cluster,
    rpc: url(values, 'rpc') ?? defaults.rpc,
    programId,
    wallet: pubkey(values, 'wallet'),
    api: url(values, 'api'),
    commitment: oneOf(values, 'commitment', ['confirmed', 'finalized'], 'confirmed'),
    timeoutMs: readTimeout(values),
    history: flags.has('history'),
  };
}

function readLaunchId(values: Values): bigint {
  const text = values.get('launch-id');
  if (text === undefined) throw usageFailure('--launch-id is required');
  const id = parseU64(text);
  if (id === undefined) throw malformed('launch-id', `a whole number from 0 to ${U64_MAX}`, text);
  return id;
}

function readTimeout(values: Values): number {
  const text = values.get('timeout') ?? '30';
  const seconds = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > 600) throw malformed('timeout', 'whole seconds from 1 to 600', text);
  return seconds * 1000;
}

function oneOf<Choice extends string>(
  values: Values,
  name: ValuedOption,
  choices: readonly Choice[],
  otherwise: Choice,
): Choice {
  const text = values.get(name);
  if (text === undefined) return otherwise;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw malformed(name, `one of ${choices.join(', ')}`, text);
  return choice;
}

function pubkey(values: Values, name: ValuedOption): Pubkey | undefined {
  const text = values.get(name);
  if (text === undefined || isPubkey(text)) return text;
  throw malformed(name, 'a base58 public key of 32 bytes', text);
}

function url(values: Values, name: ValuedOption): string | undefined {
  const text = values.get(name);
  if (text === undefined) return undefined;
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  // The text is not repeated: a URL may hold credentials.
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw usageFailure(`--${name} must be an http:// or https:// URL`);
  }
  return parsed.href;
}

function malformed(name: ValuedOption, expected: string, text: string): Error {
  return usageFailure(`--${name} must be ${expected}, not ${quote(text)}`);
}
