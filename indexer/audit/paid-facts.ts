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
  /** False where no treasury or no reward mint is configured; then nothing was judged. */
  readonly checked: boolean;
  readonly facts: number;
  /** Facts that neither the index nor the node can tell of: neither right nor wrong. */
  readonly unjudged: number;
  /** Those that no transfer bears out, as far as they are kept. */
  readonly differences: readonly UnpaidFact[];
}

/** What a final transaction moved out of the treasury, in reward tokens by wallet; undefined where a node has none. */
export type PaymentLookup = (
  signature: string,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, bigint> | undefined>;

export interface PaidFactsQuestion {
  readonly lane: OlapLane;
  readonly treasury: string | undefined;
  readonly rewardMint: string | undefined;
  /** Asks a node for what the index does not hold; left out, that is not judged. */
  readonly lookup?: PaymentLookup | undefined;
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
  wallet: z.string(),
  worthTogether: unsignedColumn,
  unborne: unsignedColumn,
  settledSlot: unsignedColumn.nullable(),
  seen: flagColumn,
});
type Unborne = z.output<typeof unborneRow>;

/** Holds every paid fact of the reward ledger against the transfers out of the treasury. */
export async function checkPaidFacts(question: PaidFactsQuestion): Promise<PaidFacts> {
  const { lane, treasury, rewardMint: mint, slot, revision, signal } = question;
  const [counted] = await lane.query({ sql: FACTS, parameters: { slot }, signal }, factsRow);
  const facts = Number(counted?.facts ?? 0n);
  if (treasury === undefined || mint === undefined) {
    return { checked: false, facts, unjudged: facts, differences: [] };
  }
  const bounds = { slot, revision, mint, fee_share: FEE_SHARE_PROGRAMS, most: MOST };
  const unborne = await lane.query({ sql: UNBORNE, parameters: bounds, signal }, unborneRow);
  const known = knownSlots(await knownTreasuryRanges(lane, treasury, signal), slot);
  const differences: UnpaidFact[] = [];
  // What is not looked at is not judged.
  let unjudged = Number(unborne[0]?.unborne ?? 0n) - unborne.length;
  for (const fact of unborne) {
    // Of a transaction that the index has it has every transfer.
    const judged = fact.seen || known(fact.settledSlot);
    const paid = judged ? false : await paidOnChain(fact, question);
    if (paid === undefined) unjudged += 1;
    if (paid === false) differences.push({ recordId: fact.record, txSignature: fact.tx });
  }
  return { checked: true, facts, unjudged, differences };
}

/** Whether every transfer of the treasury is known in a slot; of a slot that was not told, in all of them. */
function knownSlots(
  ranges: Awaited<ReturnType<typeof knownTreasuryRanges>>,
  newest: bigint,
): (slot: bigint | null) => boolean {
  // The first block of a chain holds no transfer.
  const everything = firstUnknownSlot(ranges, 1n) > newest;
  return (slot) => (slot === null ? everything : ranges.some(({ from, to }) => from <= slot && slot <= to));
}

/** Whether the node's transaction pays all that it is said to have paid to the wallet; undefined where it has none. */
async function paidOnChain(
  { tx, wallet, worthTogether }: Unborne,
  { lookup, signal }: PaidFactsQuestion,
): Promise<boolean | undefined> {
  const moved = await lookup?.(tx, signal);
  if (!moved) return undefined;
  if (wallet === '') return moved.size > 0;
  const amount = moved.get(wallet);
  return amount !== undefined && amount >= worthTogether;
}
