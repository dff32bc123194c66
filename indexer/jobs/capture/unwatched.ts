import { z } from 'zod';
import { hexColumn, type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import type { ClosedAccount } from '../../model/closed-rows.ts';
import type { Fill } from './plan.ts';

const CHANGED = `SELECT DISTINCT hex(t.address) AS account, toString(t.role) AS kind, t.launch_id AS launch
  FROM token_account_versions AS t
  WHERE t.slot BETWEEN {from:UInt64} AND {to:UInt64}
    AND (t.revision BETWEEN 1 AND {revision:UInt64} OR t.slot = {to:UInt64} AND t.revision = 0)
  UNION ALL
  SELECT DISTINCT hex(m.address), 'mint', toUInt64(0) FROM mint_versions AS m
  WHERE m.slot BETWEEN {from:UInt64} AND {to:UInt64}
    AND (m.revision BETWEEN 1 AND {revision:UInt64} OR m.slot = {to:UInt64} AND m.revision = 0)`;

const changedRow = z.object({
  account: hexColumn,
  kind: z.enum(['escrow', 'vault', 'mint']),
  launch: unsignedColumn,
});

export interface UnwatchedOptions {
  readonly lane: OlapLane;
  readonly revision: bigint;
  readonly watches: (address: string, account: ClosedAccount) => boolean;
}

/**
 * How many accounts changed across a filled range, according to the index, that the recording did not follow:
 * they belong to launches that had ended before it began. Their state inside the range is unknown. An anchor
 * replaces rows that were removed from the range.
 */
export async function countUnwatched(
  { from, next: to }: Fill,
  { lane, revision, watches }: UnwatchedOptions,
): Promise<number> {
  const rows = await lane.query({ sql: CHANGED, parameters: { from, to, revision } }, changedRow);
  return rows.filter(({ account, kind, launch }) => {
    const what: ClosedAccount = kind === 'mint' ? { kind } : { kind, launchId: launch };
    return !watches(account.toString('latin1'), what);
  }).length;
}
