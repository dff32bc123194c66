import { z } from 'zod';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { flagColumn, type OlapLane, timestampColumn, unsignedColumn } from '../../../core/olap/port.ts';
import {
  compareNewestRecord,
  foldRewardEvents,
  type RewardGroup,
} from '../../../core/rules/reward-buckets.ts';
import { claimableAt, type RewardEvent, type RewardFacts } from '../../../core/rules/rewards.ts';
import { REWARD_EVENT_KINDS } from '../../../schemas/reward-event-kinds.ts';
import { REWARD_PROGRAMS } from '../../../schemas/reward-programs.ts';
import { sqlFile } from '../sql-file.ts';

const SQL = sqlFile(import.meta.url, 'events.sql');

const eventRow = z.object({
  record_id: unsignedColumn,
  kind: z.enum(REWARD_EVENT_KINDS),
  at: timestampColumn,
  program: z.enum(REWARD_PROGRAMS),
  amount_base_units: unsignedColumn.nullable(),
  premature: flagColumn,
  tx_signature: z.string(),
  revision: unsignedColumn,
  reach: unsignedColumn,
});

type EventRow = z.output<typeof eventRow>;

export interface WalletEvents {
  readonly wallet: Pubkey;
  /** The ledger's known revision before the events are read. */
  readonly known: bigint;
  /** Events at most. */
  readonly most: number;
  readonly signal: AbortSignal;
}

/** The records of a wallet up to the known revision, and the revision read at the same time. */
export interface WalletRecords {
  /** Newest first, without voided ones; undefined if the wallet has too many events. */
  readonly records: readonly RewardFacts[] | undefined;
  /** The ledger's revision when the events were read; undefined if the wallet has no events. */
  readonly reach: bigint | undefined;
}

/**
 * Few events are folded here, because creating the folding statement takes the store longer than reading. The revision
 * is read along to save a statement; it may be newer than the rows, so it does not bound them.
 */
export async function walletRecords(
  lane: OlapLane,
  { wallet, known, most, signal }: WalletEvents,
): Promise<WalletRecords> {
  const rows = await lane.query({ sql: SQL, parameters: { wallet, most: most + 1 }, signal }, eventRow);
  const reach = rows[0]?.reach;
  if (rows.length > most) return { records: undefined, reach };
  const bounded = rows.filter(({ revision }) => revision <= known);
  return { records: recordsOf(bounded, wallet), reach };
}

function recordsOf(rows: readonly EventRow[], wallet: Pubkey): readonly RewardFacts[] {
  return [...Map.groupBy(rows, (row) => row.record_id).values()]
    .flatMap((own) => foldRewardEvents(own.map((row) => eventOf(row, wallet))) ?? [])
    .filter(({ voided }) => !voided)
    .toSorted(compareNewestRecord);
}

function eventOf(row: EventRow, wallet: Pubkey): RewardEvent {
  const { record_id: recordId, kind, at, program } = row;
  const amount = row.amount_base_units ?? undefined;
  switch (kind) {
    case 'accrued':
      return { kind, recordId, at, program, wallet, amount };
    case 'priced':
      return { kind, recordId, at, amount: amount ?? 0n, premature: row.premature };
    case 'paid':
      return { kind, recordId, at, txSignature: row.tx_signature, amount };
    default:
      return { kind, recordId, at, reason: '' };
  }
}

/** A record as a group of its own. */
export function groupOf(facts: RewardFacts, now: number): RewardGroup {
  const { program, held, paid, amount } = facts;
  return {
    ...{ program, held, paid: paid !== undefined, reviewed: now >= claimableAt(facts) },
    ...{ count: 1n, pricedCount: amount === undefined ? 0n : 1n, amount: amount ?? 0n },
  };
}
