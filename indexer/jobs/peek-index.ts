import type { OlapLane } from '../../core/olap/port.ts';
import { newestCheckpoint } from '../model/checkpoint.ts';
import { requireSame, storedIdentity } from '../model/identity.ts';
import { knownMints } from '../model/known-mints.ts';
import { knownLaunches } from '../write/resume/known-launches.ts';
import type { IndexIdentity, PreparedIndex } from '../write/resume.ts';

/** The position of an index, read-only. @throws INDEX_IDENTITY_MISMATCH */
export async function peekIndex(lane: OlapLane, identity: IndexIdentity): Promise<PreparedIndex> {
  const stored = await storedIdentity(lane);
  if (stored) requireSame(stored, identity);
  const checkpoint = await newestCheckpoint(lane);
  const { revision = 0n } = checkpoint ?? {};
  return {
    start: { checkpoint, lastRevision: revision, coveredTo: undefined },
    launches: checkpoint ? await knownLaunches(lane, checkpoint, identity.programId) : [],
    mints: checkpoint ? await knownMints(lane, checkpoint, identity.programId) : [],
    flowsFrom: undefined,
    tail: [],
  };
}
