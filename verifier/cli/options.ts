import type { Commitment } from '../chain/rpc.ts';
import type { Pubkey } from '../codec/base58.ts';
import { parseU64, U64_MAX } from '../codec/bytes.ts';
import { type Arguments, splitArguments, usageFailure, type Values } from './arguments.ts';
import { CLUSTERS, type Cluster, clusterDefaults } from './clusters.ts';
import { malformed, oneOf, pubkey, readCommitment, readTimeout, url } from './values.ts';

const KNOWN = {
  values: ['launch-id', 'cluster', 'rpc', 'program-id', 'wallet', 'api', 'commitment', 'timeout'],
  flags: ['history', 'json', 'help'],
} as const;

type Valued = (typeof KNOWN.values)[number];
type Given = Arguments<Valued, (typeof KNOWN.flags)[number]>;

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

export function splitOptions(argv: readonly string[]): Given {
  return splitArguments(argv, KNOWN);
}

export function readOptions({ values, flags }: Given): Options {
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
    commitment: readCommitment(values),
    timeoutMs: readTimeout(values),
    history: flags.has('history'),
  };
}

function readLaunchId(values: Values<Valued>): bigint {
  const text = values.get('launch-id');
  if (text === undefined) throw usageFailure('--launch-id is required');
  const id = parseU64(text);
  if (id === undefined) throw malformed('launch-id', `a whole number from 0 to ${U64_MAX}`, text);
  return id;
}
