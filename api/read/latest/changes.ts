import type { ZodType } from 'zod';
import type { OlapLane } from '../../../core/olap/port.ts';
import { launchRow, pledgeRow, tokenAccountRow } from '../account-versions.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { sqlFile } from '../sql-file.ts';
import type { Changes } from './state.ts';

const LAUNCHES = sqlFile(import.meta.url, 'launches-changed.sql');
const TOKEN_ACCOUNTS = sqlFile(import.meta.url, 'token-accounts-changed.sql');
const PLEDGES = sqlFile(import.meta.url, 'pledges-changed.sql');

/**
 * The accounts that changed in the revisions from `from` up to and including the checkpoint's, in bounded portions: the
 * newest version of each. From revision 0, which backfilled rows have, it is the whole state. A backfill changes no
 * answer at a known slot, so holders of the state need not read its rows.
 */
export async function* changesUpTo(
  lane: OlapLane,
  { from, checkpoint, signal }: { from: bigint; checkpoint: Checkpoint; signal: AbortSignal },
): AsyncGenerator<Changes> {
  const parameters = { from, revision: checkpoint.revision, slot: checkpoint.slot };
  const rows = <Row>(sql: string, row: ZodType<Row>) => lane.stream({ sql, parameters, signal }, row);
  for await (const launches of rows(LAUNCHES, launchRow)) yield { launches };
  for await (const tokenAccounts of rows(TOKEN_ACCOUNTS, tokenAccountRow)) yield { tokenAccounts };
  for await (const pledges of rows(PLEDGES, pledgeRow)) yield { pledges };
}

export function changeCount({ launches = [], tokenAccounts = [], pledges = [] }: Changes): number {
  return launches.length + tokenAccounts.length + pledges.length;
}

/** The launches affected by the changes, including those with only a changed pledge or balance. */
export function launchIdsOf({ launches = [], tokenAccounts = [], pledges = [] }: Changes): bigint[] {
  return [
    ...launches.map(({ launchId }) => launchId),
    ...tokenAccounts.map(({ launchId }) => launchId),
    ...pledges.map(({ launchId }) => launchId),
  ];
}
