import { z } from 'zod';
import { unsignedColumn } from '../../core/olap/columns.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { knownTreasuryRanges } from '../model/treasury-ranges.ts';

/** A record that the ledger calls paid by a transaction that the treasury never made. */
export interface UnpaidFact {
  readonly recordId: bigint;
  readonly txSignature: string;
}

/** How the ledger's paid facts compare with what left the treasury. */
export interface PaidFacts {
  /** False where no treasury is configured; then nothing was compared. */
  readonly checked: boolean;
  readonly facts: number;
  /** Facts of slots in which not every transfer is known: neither right nor wrong. */
  readonly unjudged: number;
  /** Those that no transfer bears out, as far as they are kept. */
  readonly differences: readonly UnpaidFact[];
}

export interface PaidFactsQuestion {
  readonly lane: OlapLane;
  readonly treasury: string | undefined;
  /** Up to this slot, in rows of at most this revision. */
  readonly slot: bigint;
  readonly revision: bigint;
  readonly signal: AbortSignal;
}

const MOST = 1_000;
const WITHIN = `kind = 'paid' AND revision <= (SELECT max(revision) FROM reward_checkpoints)
    AND ifNull(settled_slot, 0) <= {slot:UInt64}`;
const FACTS = `SELECT count() AS facts FROM reward_events FINAL WHERE ${WITHIN}`;
const UNKNOWN = `SELECT record_id AS record, tx_signature AS tx, settled_slot AS settledSlot
  FROM reward_events FINAL
  WHERE ${WITHIN} AND tx_signature NOT IN (
    SELECT base58Encode(signature) FROM treasury_transfers
    WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64})
  ORDER BY record LIMIT {most:UInt64}`;

const factsRow = z.object({ facts: unsignedColumn });
const unknownRow = z.object({
  record: unsignedColumn,
  tx: z.string(),
  settledSlot: unsignedColumn.nullable(),
});

const UNCHECKED: PaidFacts = { checked: false, facts: 0, unjudged: 0, differences: [] };

/** Holds every paid fact of the reward ledger against the transfers that the index has of the treasury. */
export async function checkPaidFacts(question: PaidFactsQuestion): Promise<PaidFacts> {
  const { lane, treasury, slot, revision, signal } = question;
  if (treasury === undefined) return UNCHECKED;
  const parameters = { slot, revision, most: BigInt(MOST) };
  const [counted] = await lane.query({ sql: FACTS, parameters, signal }, factsRow);
  const unknown = await lane.query({ sql: UNKNOWN, parameters, signal }, unknownRow);
  const ranges = await knownTreasuryRanges(lane, treasury, signal);
  const everything = firstUnknown(ranges) > slot;
  const judged = unknown.filter(({ settledSlot }) =>
    settledSlot === null
      ? everything
      : ranges.some(({ from, to }) => from <= settledSlot && settledSlot <= to),
  );
  return {
    checked: true,
    facts: Number(counted?.facts ?? 0n),
    unjudged: unknown.length - judged.length,
    differences: judged.map(({ record, tx }) => ({ recordId: record, txSignature: tx })),
  };
}

/** The first slot whose transfers are not known; the first block of a chain holds none. */
function firstUnknown(ranges: readonly { readonly from: bigint; readonly to: bigint }[]): bigint {
  let next = 1n;
  for (const { from, to } of ranges) {
    if (from > next) return next;
    if (to >= next) next = to + 1n;
  }
  return next;
}
