import { z } from 'zod';
import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { OlapLane } from '../../core/olap/port.ts';

/** The identity of an index. Rows with different identities must never be in one store. */
export interface IndexIdentity {
  readonly genesisHash: string;
  readonly programId: string;
  readonly cluster: string;
  readonly commitment: string;
  /** Digest of the account layouts. */
  readonly idlHash: string;
}

/** The display name of each part. */
export const IDENTITY_PARTS: Readonly<Record<keyof IndexIdentity, string>> = {
  genesisHash: 'genesis hash',
  programId: 'program',
  cluster: 'cluster',
  commitment: 'commitment',
  idlHash: 'IDL hash',
};

const identityRow = z.object({
  genesisHash: z.string(),
  programId: z.string(),
  cluster: z.string(),
  commitment: z.string(),
  idlHash: z.string(),
});

const SELECT = `SELECT genesis_hash AS genesisHash, program_id AS programId, cluster, commitment, idl_hash AS idlHash
  FROM index_identity ORDER BY created_at LIMIT 1`;

const INSERT = `INSERT INTO index_identity (genesis_hash, program_id, cluster, commitment, idl_hash, created_at)
  SELECT {genesisHash:String}, {programId:String}, {cluster:String}, {commitment:String}, {idlHash:String},
    fromUnixTimestamp64Milli({now:Int64}, 'UTC')`;

/** Writes the identity to an empty store; refuses a store with another one. @throws INDEX_IDENTITY_MISMATCH */
export async function claimIdentity(lane: OlapLane, identity: IndexIdentity, clock: Clock): Promise<void> {
  const stored = await storedIdentity(lane);
  if (stored) requireSame(stored, identity);
  else await lane.command({ sql: INSERT, parameters: { ...identity, now: BigInt(clock.now()) } });
}

/** The identity of the store; undefined in an empty one. */
export async function storedIdentity(lane: OlapLane): Promise<IndexIdentity | undefined> {
  const [stored] = await lane.query({ sql: SELECT }, identityRow);
  return stored;
}

/** @throws INDEX_IDENTITY_MISMATCH naming the first part that differs */
export function requireSame(stored: IndexIdentity, identity: IndexIdentity): void {
  for (const part of Object.keys(IDENTITY_PARTS) as (keyof IndexIdentity)[]) {
    if (stored[part] === identity[part]) continue;
    if (part === 'idlHash') throw new LaunchlensError('INDEX_IDL_CHANGED', { stored: stored[part] });
    const context = { name: IDENTITY_PARTS[part], stored: stored[part], configured: identity[part] };
    throw new LaunchlensError('INDEX_IDENTITY_MISMATCH', context);
  }
}

const ADOPT =
  'ALTER TABLE index_identity UPDATE idl_hash = {idlHash:String} WHERE 1 SETTINGS mutations_sync = 2';

/** Records that this IDL decoded every account of the index. */
export async function adoptIdl(lane: OlapLane, idlHash: string): Promise<void> {
  await lane.command({ sql: ADOPT, parameters: { idlHash } });
}
