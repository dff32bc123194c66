import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { TRANSFER_DIED } from '../../core/ledger/died-transfers.ts';
import { firstUnknownSlot, knownTreasuryRanges } from '../../core/ledger/treasury-ranges.ts';
import { flagColumn, unsignedColumn } from '../../core/olap/columns.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { FEE_SHARE_PROGRAMS } from '../../core/rules/rewards.ts';

/**
 * A record that the ledger calls paid by a transaction that is none of the treasury's, or that moved no reward tokens to
 * the record's wallet, or fewer than all records are worth that it is said to have paid there.
 */
export interface UnpaidFact {
  readonly recordId: bigint;
  readonly txSignature: string;
}

/** How the ledger's paid facts compare with what left the treasury. */
export interface PaidFacts {
  /** False where no treasury or no reward mint is configured; then nothing was compared. */
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
  readonly rewardMint: string | undefined;
  /** Up to this slot, in rows of at most this revision. */
  readonly slot: bigint;
  readonly revision: bigint;
  readonly signal: AbortSignal;
}

const MOST = 1_000;
const FACTS = `SELECT count() AS facts FROM reward_events FINAL
  WHERE kind = 'paid' AND revision <= (SELECT max(revision) FROM reward_checkpoints)
    AND ifNull(settled_slot, 0) <= {slot:UInt64}`;
const UNBORNE = readFileSync(new URL('paid-facts.sql', import.meta.url), 'utf8').replace(
  '$died',
  TRANSFER_DIED,
);

const factsRow = z.object({ facts: unsignedColumn });
const unborneRow = z.object({
  record: unsignedColumn,
  tx: z.string(),
  settledSlot: unsignedColumn.nullable(),
  seen: flagColumn,
});

const UNCHECKED: PaidFacts = { checked: false, facts: 0, unjudged: 0, differences: [] };

/** Holds every paid fact of the reward ledger against the transfers that the index has of the treasury. */
export async function checkPaidFacts(question: PaidFactsQuestion): Promise<PaidFacts> {
  const { lane, treasury, rewardMint: mint, slot, revision, signal } = question;
  if (treasury === undefined || mint === undefined) return UNCHECKED;
  const [counted] = await lane.query({ sql: FACTS, parameters: { slot }, signal }, factsRow);
  const bounds = { slot, revision, mint, fee_share: FEE_SHARE_PROGRAMS, most: MOST };
  const unborne = await lane.query({ sql: UNBORNE, parameters: bounds, signal }, unborneRow);
  const ranges = await knownTreasuryRanges(lane, treasury, signal);
  // The first block of a chain holds no transfer.
  const everything = firstUnknownSlot(ranges, 1n) > slot;
  // Of a transaction that the index has it has every transfer.
  const judged = unborne.filter(
    ({ settledSlot, seen }) =>
      seen ||
      (settledSlot === null
        ? everything
        : ranges.some(({ from, to }) => from <= settledSlot && settledSlot <= to)),
  );
  return {
    checked: true,
    facts: Number(counted?.facts ?? 0n),
    unjudged: unborne.length - judged.length,
    differences: judged.map(({ record, tx }) => ({ recordId: record, txSignature: tx })),
  };
}
