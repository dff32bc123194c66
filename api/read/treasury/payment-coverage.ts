import { z } from 'zod';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { notCaughtUp, READINESS_BOUNDS } from '../../../core/kernel/readiness.ts';
import { firstUnknownSlot, knownTreasuryRanges } from '../../../core/ledger/treasury-ranges.ts';
import { type OlapLane, unsignedColumn } from '../../../core/olap/port.ts';
import { newestCheckpoint } from '../checkpoint.ts';
import { sqlFile } from '../sql-file.ts';

const SQL = sqlFile(import.meta.url, 'seen-slots.sql');
const row = z.object({ moment_ms: z.string().transform(Number), seen_slot: unsignedColumn });

export interface CoverageQuestion {
  /** The token account that pays rewards; undefined if not configured. */
  readonly treasury: Pubkey | undefined;
  /** Milliseconds since the Unix epoch, like all times here. */
  readonly now: number;
  /** Times from which on the treasury must have been covered. */
  readonly since: readonly number[];
  readonly signal: AbortSignal;
}

/** Why a payment after a given time may be missing in the index, in one sentence with its remedy. */
export type MissingPayments = (since: number) => string | undefined;

/** The newest slot that the index knew of by each time; absent if none. */
export async function slotsSeenAt(
  lane: OlapLane,
  moments: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, bigint>> {
  if (moments.length === 0) return new Map();
  const statement = { sql: SQL, parameters: { moments: [...new Set(moments)] }, signal };
  const found = await lane.query(statement, row);
  return new Map(found.map(({ moment_ms, seen_slot }) => [moment_ms, seen_slot]));
}

/**
 * Whether the index would know every payment of the treasury since certain times: it must be caught up with the chain,
 * and know all transfers of the treasury from the slot of that time on. Slots are assigned by when the index learned of
 * them, never by block time, which is the chain's own clock.
 */
export async function paymentCoverage(lane: OlapLane, question: CoverageQuestion): Promise<MissingPayments> {
  const { treasury, now, since, signal } = question;
  if (treasury === undefined) {
    return () => 'TREASURY_TOKEN_ACCOUNT is not set, so no payment is seen. Set it for every process.';
  }
  const checkpoint = await newestCheckpoint(lane, signal);
  if (!checkpoint) return () => 'Nothing is indexed yet. Run the indexer.';
  const behind = notCaughtUp(checkpoint, READINESS_BOUNDS, now);
  if (behind) return () => `${behind.detail} Wait until /ready answers 200.`;
  const seen = await slotsSeenAt(lane, since, signal);
  const ranges = await knownTreasuryRanges(lane, treasury, signal);
  return (moment) => {
    const first = firstUnknownSlot(ranges, (seen.get(moment) ?? 0n) + 1n);
    if (first > checkpoint.slot) return undefined;
    const next = ranges.find(({ from }) => from > first)?.from ?? checkpoint.slot + 1n;
    const last = next - 1n < checkpoint.slot ? next - 1n : checkpoint.slot;
    return (
      `What the treasury paid in slots ${first} to ${last} is not known.` +
      ` Run \`launchlens backfill history --from-slot ${first} --to-slot ${last}\`.`
    );
  };
}
