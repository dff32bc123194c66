import { z } from 'zod';
import { appendRow } from '../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import { type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import { AUDITS } from '../model/tables.ts';
import type { AuditDifference, FieldDifference } from './difference.ts';
import { type AuditOutcome, outcomeDetail } from './outcome.ts';

const VERDICT = { equal: 1, different: 2, failed: 3 } as const;

/** Records an audit: differences first, so that a verdict never appears without them. */
export async function recordOutcome(lane: OlapLane, outcome: AuditOutcome): Promise<void> {
  const rows = outcome.differences.flatMap((difference) =>
    difference.fields.map((field) => ({ difference, field })),
  );
  for (let at = 0; at < rows.length; at += PORTION)
    await insertDifferences(lane, outcome, rows.slice(at, at + PORTION));
  const block = new ColumnBlock(AUDITS, { capacity: 8 });
  appendRow(block, {
    slot: outcome.slot,
    launch_id: outcome.launchId ?? null,
    verdict: VERDICT[outcome.verdict],
    accounts: BigInt(outcome.accounts),
    differences: BigInt(outcome.differences.length),
    chain_digest: outcome.chainDigest,
    index_digest: outcome.indexDigest,
    detail: outcomeDetail(outcome),
    revision: outcome.revision,
    started_at: BigInt(outcome.startedAt),
    finished_at: BigInt(outcome.finishedAt),
  });
  await lane.insert('audits', block);
}

/** Rows per statement, so that its parameters stay short. */
const PORTION = 100;

const INSERT = `INSERT INTO audit_differences
    (slot, started_at, account, kind, launch_id, field, indexed, chain, repaired, revision)
  SELECT {slot:UInt64}, fromUnixTimestamp64Milli({started_at:Int64}, 'UTC'), unhex(difference.1), difference.2,
    toUInt64OrNull(difference.3), difference.4, nullIf(difference.5, ''), nullIf(difference.6, ''),
    difference.7 = 'yes', {revision:UInt64}
  FROM
  (
    SELECT arrayJoin(arrayZip({accounts:Array(String)}, {kinds:Array(String)}, {launches:Array(String)},
      {fields:Array(String)}, {indexed:Array(String)}, {chain:Array(String)}, {repaired:Array(String)})) AS difference
  )`;

interface DifferenceRow {
  readonly difference: AuditDifference;
  readonly field: FieldDifference;
}

async function insertDifferences(
  lane: OlapLane,
  { slot, startedAt, revision, repaired }: AuditOutcome,
  rows: readonly DifferenceRow[],
): Promise<void> {
  const each = (text: (row: DifferenceRow) => string): string[] => rows.map(text);
  const parameters = {
    slot,
    started_at: BigInt(startedAt),
    revision,
    accounts: each(({ difference }) => difference.address.toString('hex')),
    kinds: each(({ difference }) => difference.kind),
    launches: each(({ difference }) => difference.launchId?.toString() ?? ''),
    fields: each(({ field }) => field.field),
    indexed: each(({ field }) => field.indexed ?? ''),
    chain: each(({ field }) => field.chain ?? ''),
    repaired: each(({ difference }) => (repaired.has(difference.address.toString('latin1')) ? 'yes' : '')),
  };
  await lane.command({ sql: INSERT, parameters });
}

const doubtRow = z.object({ verified: unsignedColumn.nullable(), first: unsignedColumn.nullable() });

const DOUBT = `WITH (SELECT groupArray((to_slot, revision)) FROM take_backs) AS taken
  SELECT
    (SELECT maxOrNull(slot) FROM audits
      WHERE launch_id IS NULL AND verdict = 'equal' AND slot < {slot:UInt64}
        AND NOT arrayExists(back -> back.1 < audits.slot AND back.2 > audits.revision, taken)) AS verified,
    (SELECT minOrNull(from_slot) FROM coverage WHERE state != 'lost') AS first`;

/** The first slot below `slot` that no valid audit has proven. */
export async function doubtedFrom(lane: OlapLane, slot: bigint): Promise<bigint> {
  const [row] = await lane.query({ sql: DOUBT, parameters: { slot } }, doubtRow);
  if (row?.verified !== undefined && row.verified !== null) return row.verified + 1n;
  return row?.first ?? slot;
}
