import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import type { Manifest } from './manifest.ts';

export type ArchivedIdentity = Manifest['identity'];

const identityRow = z.object({
  genesis_hash: z.string(),
  program_id: z.string(),
  cluster: z.string(),
  commitment: z.string(),
  idl_hash: z.string(),
});

const SELECT = `SELECT genesis_hash, program_id, cluster, commitment, idl_hash FROM index_identity
  ORDER BY created_at LIMIT 1`;

/** What the index was built from. @throws EXPORT_EMPTY */
export async function storedIdentity(lane: OlapLane): Promise<ArchivedIdentity> {
  const [identity] = await lane.query({ sql: SELECT }, identityRow);
  if (!identity) throw new LaunchlensError('EXPORT_EMPTY', {});
  return identity;
}
