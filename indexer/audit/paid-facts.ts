import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { TRANSFER_DIED } from '../../core/ledger/died-transfers.ts';
import { firstUnknownSlot, knownTreasuryRanges } from '../../core/ledger/treasury-ranges.ts';
import { flagColumn, type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import { FEE_SHARE_PROGRAMS } from '../../core/rules/rewards.ts';

/**
 * A record whose payment names a transaction that is not the treasury's, moved no reward tokens to the record's
 * wallet, or moved less than all its records there are worth.
 */
export interface UnpaidFact {
  readonly recordId: bigint;
  readonly txSignature: string;
}

/** How the ledger's payments compare with the treasury's transfers. */
export interface PaidFacts {
  /** False if no treasury or no reward mint is configured; nothing was checked then. */
  readonly checked: boolean;
  readonly facts: number;
  /** Payments unknown to both index and node: neither right nor wrong. */
  readonly unjudged: number;
  /** Payments that no transfer confirms, up to a limit. */
  readonly differences: readonly UnpaidFact[];
}

/**
 * What a final transaction moved out of the treasury, in reward tokens by wallet; undefined if the node does not
 * have it.
 */
export type PaymentLookup = (
  signature: string,
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, bigint> | undefined>;

export interface PaidFactsQuestion {
  readonly lane: OlapLane;
  readonly treasury: string | undefined;
  readonly rewardMint: string | undefined;
  /** Asks a node for what the index does not have; without it, such payments are not checked. */
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

/** Checks every payment in the reward ledger against the transfers out of the treasury. */
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
  // Payments beyond the limit are not checked.
  let unjudged = Number(unborne[0]?.unborne ?? 0n) - unborne.length;
  for (const fact of unborne) {
    // If the index has a transaction, it has all its transfers.
    const judged = fact.seen || known(fact.settledSlot);
    const paid = judged ? false : await paidOnChain(fact, question);
    if (paid === undefined) unjudged += 1;
    if (paid === false) differences.push({ recordId: fact.record, txSignature: fact.tx });
  }
  return { checked: true, facts, unjudged, differences };
}

/** Whether every transfer of the treasury is known in a slot; without a slot, in all of them. */
function knownSlots(
  ranges: Awaited<ReturnType<typeof knownTreasuryRanges>>,
  newest: bigint,
): (slot: bigint | null) => boolean {
  // The first block of a chain has no transfers.
  const everything = firstUnknownSlot(ranges, 1n) > newest;
  return (slot) => (slot === null ? everything : ranges.some(({ from, to }) => from <= slot && slot <= to));
}

/**
 * Whether the node's transaction covers everything said to be paid to the wallet; undefined if the node does not
 * have it.
 */
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
