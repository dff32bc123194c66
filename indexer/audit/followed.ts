import { z } from 'zod';
import { unsignedColumn } from '../../core/olap/port.ts';
import { knownMints } from '../model/known-mints.ts';
import type { Bound } from './checkpoints.ts';
import type { NamedKeys } from './launch-keys.ts';
import type { AuditedIndex } from './ports.ts';

const launchRow = z.object({
  launchId: unsignedColumn,
  escrow: z.string(),
  launchMint: z.string(),
  pledgeMint: z.string(),
});

const SQL = `SELECT DISTINCT launch_id AS launchId, base58Encode(escrow_token_account) AS escrow,
    base58Encode(launch_mint) AS launchMint, base58Encode(pledge_mint) AS pledgeMint
  FROM launch_versions
  WHERE closed = 0 AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
    AND ({everything:Bool} OR launch_id = {launch_id:UInt64})`;

export interface FollowedOptions extends Bound {
  readonly index: AuditedIndex;
  readonly names: NamedKeys;
  readonly launchId: bigint | undefined;
  readonly signal: AbortSignal;
}

/**
 * The keys outside the program that the index follows, including those of closed launches, which may outlive
 * them. For one launch only its own; mints that no launch names belong to none.
 */
export async function followedKeys(options: FollowedOptions): Promise<ReadonlySet<string>> {
  const { index, names, launchId, slot, revision, signal } = options;
  const { lane, programId, rewardMint, program } = index;
  // A followed program has only accounts of its own.
  if (program) return new Set();
  const parameters = { slot, revision, everything: launchId === undefined, launch_id: launchId ?? 0n };
  const launches = await lane.query({ sql: SQL, parameters, signal }, launchRow);
  const named = launches.flatMap((launch) => names.of(launch));
  if (launchId !== undefined) return new Set(named);
  const mints = await knownMints(lane, { slot }, programId);
  return new Set([...named, ...mints, ...(rewardMint === undefined ? [] : [rewardMint])]);
}
