import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import type { SlotRange } from '../../../core/rules/slot-ranges.ts';
import { CHANGED_SLOT } from '../../../idl/newest-versions.ts';

const ESCROWS = `SELECT base58Encode(known.escrow) AS account, known.since AS since
  FROM
  (
    SELECT escrow_token_account AS escrow, min(${CHANGED_SLOT}) AS since
    FROM launch_versions
    WHERE closed = 0 AND slot <= {to:UInt64} AND revision <= {revision:UInt64}
    GROUP BY escrow_token_account
  ) AS known
  LEFT JOIN
  (
    SELECT address, closed AS gone, ${CHANGED_SLOT} AS changed
    FROM token_account_versions
    WHERE role = 'escrow' AND slot <= {through:UInt64} AND revision <= {revision:UInt64}
    ORDER BY address, slot DESC, revision DESC
    LIMIT 1 BY address
  ) AS latest ON latest.address = known.escrow
  WHERE NOT (latest.gone = 1 AND latest.changed < {from:UInt64})`;

const escrowRow = z.object({ account: z.string(), since: unsignedColumn });

export interface UnfollowedOptions {
  readonly lane: OlapLane;
  /** Rows of at most this revision are the index's. */
  readonly revision: bigint;
  /** The first known slot at or above the end of the range, or the newest one. */
  readonly through: bigint;
  /** From which slot a recording follows the escrow at this base58 address; undefined if it does not. */
  readonly followsSince: (escrow: string) => bigint | undefined;
}

/**
 * How many escrows may have moved tokens in a range that the recording did not follow: the index knows that they
 * existed by then, for example of a launch that had ended before the recording began. An escrow whose account had
 * ended before the range, and does not exist above it either, moved nothing.
 */
export async function countUnfollowed(
  { from, to }: SlotRange,
  { lane, revision, through, followsSince }: UnfollowedOptions,
): Promise<number> {
  const rows = await lane.query({ sql: ESCROWS, parameters: { from, to, revision, through } }, escrowRow);
  return rows.filter(({ account, since }) => {
    const followed = followsSince(account);
    return followed === undefined || followed > (since > from ? since : from);
  }).length;
}
