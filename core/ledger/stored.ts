import { z } from 'zod';
import { REWARD_PROGRAMS } from '../../schemas/reward-programs.ts';
import { pubkeyText } from '../kernel/encoded-text.ts';
import { flagColumn, type OlapLane, signedColumn, unsignedColumn } from '../olap/port.ts';
import type { RewardEvent } from '../rules/rewards.ts';

const of = { record_id: unsignedColumn, at_ms: signedColumn.transform(Number) };
const eventRow = z
  .discriminatedUnion('kind_name', [
    z.object({
      ...of,
      kind_name: z.literal('accrued'),
      program: z.enum(REWARD_PROGRAMS),
      wallet: pubkeyText,
      amount_base_units: unsignedColumn.nullable(),
    }),
    z.object({
      ...of,
      kind_name: z.literal('priced'),
      amount_base_units: unsignedColumn,
      premature: flagColumn,
    }),
    z.object({ ...of, kind_name: z.enum(['held', 'released', 'voided']), reason: z.string() }),
    z.object({
      ...of,
      kind_name: z.literal('paid'),
      tx_signature: z.string(),
      amount_base_units: unsignedColumn.nullable(),
    }),
  ])
  .transform((row): RewardEvent => {
    const which = { recordId: row.record_id, at: row.at_ms };
    switch (row.kind_name) {
      case 'accrued': {
        const { kind_name: kind, program, wallet, amount_base_units } = row;
        return { ...which, kind, program, wallet, amount: amount_base_units ?? undefined };
      }
      case 'priced': {
        const { kind_name: kind, amount_base_units: amount, premature } = row;
        return { ...which, kind, amount, premature };
      }
      case 'paid': {
        const { kind_name: kind, tx_signature: txSignature, amount_base_units } = row;
        return { ...which, kind, txSignature, amount: amount_base_units ?? undefined };
      }
      default:
        return { ...which, kind: row.kind_name, reason: row.reason };
    }
  });

const EVENT = `record_id, toString(kind) AS kind_name, toUnixTimestamp64Milli(at) AS at_ms, program, wallet,
    amount_base_units, reason, tx_signature, premature`;
const EVENTS = `SELECT ${EVENT}
  FROM reward_events WHERE record_id IN {ids:Array(UInt64)} AND revision <= {revision:UInt64}`;
const OF_PAID_RECORDS = `SELECT ${EVENT}
  FROM reward_events
  WHERE revision <= {revision:UInt64} AND record_id IN
    (SELECT record_id FROM reward_events WHERE kind = 'paid' AND revision <= {revision:UInt64})
  ORDER BY record_id`;

/** Ids per statement, so that its text stays far below a server's limit. */
const IDS = 5_000;

/** All events of these records up to a revision. */
export async function storedEvents(
  lane: OlapLane,
  recordIds: ReadonlySet<bigint>,
  { revision, signal }: { readonly revision: bigint; readonly signal?: AbortSignal | undefined },
): Promise<RewardEvent[]> {
  const ids = [...recordIds];
  const found: RewardEvent[] = [];
  for (let from = 0; from < ids.length; from += IDS) {
    const parameters = { ids: ids.slice(from, from + IDS), revision };
    const rows = await lane.query({ sql: EVENTS, parameters, ...(signal && { signal }) }, eventRow);
    for (const row of rows) found.push(row);
  }
  return found;
}

/** All events, up to a revision, of the records that have a payment; those of one record are consecutive. */
export function paidRecordEvents(
  lane: OlapLane,
  { revision, signal }: { readonly revision: bigint; readonly signal: AbortSignal },
): AsyncIterable<readonly RewardEvent[]> {
  return lane.stream({ sql: OF_PAID_RECORDS, parameters: { revision }, signal }, eventRow);
}
