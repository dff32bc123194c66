import { z } from 'zod';
import { pubkeyText } from '../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { CLUSTERS } from '../../core/kernel/settings/schema.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { rowOf } from './row.ts';
import { sqlFile } from './sql-file.ts';

const SQL = sqlFile(import.meta.url, 'identity.sql');

const identityRow = rowOf({ cluster: z.enum(CLUSTERS), programId: pubkeyText });

/** The identity of the index, part of every answer. */
export type IndexIdentity = z.output<typeof identityRow>;

/** The identity of the index, or undefined before its first start. */
export async function readIdentity(lane: OlapLane, signal?: AbortSignal): Promise<IndexIdentity | undefined> {
  const [identity] = await lane.query({ sql: SQL, signal }, identityRow);
  return identity;
}

/** Refuses an index of another chain or program than the configured one. @throws INDEX_FOREIGN */
export function requireIdentity(found: IndexIdentity, expected: Partial<IndexIdentity>): void {
  for (const name of ['cluster', 'programId'] as const) {
    const wanted = expected[name];
    if (wanted !== undefined && wanted !== found[name]) {
      throw new LaunchlensError('INDEX_FOREIGN', {
        name: LABELS[name],
        expected: wanted,
        found: found[name],
      });
    }
  }
}

const LABELS = { cluster: 'cluster', programId: 'program' } as const;
