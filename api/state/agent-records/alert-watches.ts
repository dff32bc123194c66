import { z } from 'zod';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import {
  booleanColumn,
  count,
  earliest,
  first,
  jsonColumn,
  record,
  smallColumn,
  timestampColumn,
} from '../../../core/oltp/statements.ts';
import type { AlertMemory } from '../../../core/rules/liquidation-alerts.ts';
import { alertTerms } from '../../../schemas/mcp/owner-records.ts';
import { type AlertSeen, alertSeen } from '../../../schemas/rest/liquidation-alerts.ts';
import type { WebhookEventData } from '../../../schemas/webhooks/event.ts';
import { emitEvent } from '../outbox/emit.ts';
import type { LeaseOptions } from '../strategies/leases.ts';

const watched = {
  near: booleanColumn,
  alertedAt: timestampColumn.nullable(),
  seen: jsonColumn(alertSeen).nullable(),
} as const;

const leased = record({
  id: z.string(),
  owner: z.string(),
  credentialId: z.string(),
  body: jsonColumn(alertTerms),
  version: smallColumn,
  watchedVersion: smallColumn,
  leasedUntil: timestampColumn,
  ...watched,
});
const leaseRow = leased.row.transform(({ near, alertedAt, version, watchedVersion, ...lease }) => {
  const memory: AlertMemory =
    version === watchedVersion ? { near, alertedAt } : { near: false, alertedAt: undefined };
  return { ...lease, version, memory };
});

/** An alert that this process looks at, with what is remembered of its current version. */
export type AlertLease = z.output<typeof leaseRow>;

const known = record({ alertId: z.string(), watchedVersion: smallColumn, ...watched });
/** What is known of an alert's position. */
export type AlertWatch = z.output<typeof known.row>;

const TAKE = `UPDATE liquidation_watches SET leased_until = $2
  FROM owner_records WHERE owner_records.id = alert_id AND alert_id = ANY(ARRAY(
    SELECT alert_id FROM liquidation_watches
    WHERE next_look_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)
    ORDER BY next_look_at, alert_id LIMIT $3 FOR UPDATE SKIP LOCKED
  )) RETURNING ${leased.columns}`;
/** Another process may have taken it after the lease, and an agent may have changed the alert. */
const NOTE = `UPDATE liquidation_watches
  SET next_look_at = $2, near = $3, alerted_at = $4, seen = $5::jsonb, watched_version = $6, leased_until = NULL
  WHERE alert_id = $1 AND leased_until = $7
    AND EXISTS (SELECT 1 FROM owner_records WHERE id = $1 AND version = $6)
  RETURNING alert_id`;
const DUE = 'SELECT count(*) FROM liquidation_watches WHERE next_look_at <= $1';
const NEXT = 'SELECT min(next_look_at) AS earliest FROM liquidation_watches';
const OF_OWNER = `SELECT ${known.columns} FROM liquidation_watches
  WHERE alert_id IN (SELECT id FROM owner_records WHERE owner = $1 AND kind = 'liquidation_alert')`;
const BEGIN = `INSERT INTO liquidation_watches (alert_id, next_look_at) VALUES ($1, $2)
  ON CONFLICT (alert_id) DO UPDATE SET next_look_at = excluded.next_look_at, leased_until = NULL`;

export interface AlertNote {
  readonly next: number;
  readonly at: number;
  readonly memory: AlertMemory;
  readonly seen: AlertSeen | undefined;
  /** Told to the owner; undefined if nothing is. */
  readonly alert?: WebhookEventData<'position.near_liquidation'> | undefined;
}

/** The watches over owners' positions. If a process dies, another looks once the lease expires. */
export type AlertWatches = ReturnType<typeof createAlertWatches>;

export function createAlertWatches(oltp: Oltp) {
  return {
    /** The longest overdue come first. */
    take: ({ now, leaseMs, most }: LeaseOptions) =>
      oltp.query(TAKE, [new Date(now), new Date(now + leaseMs), most], leaseRow),
    /** Records a look and tells the owner, both or neither. @returns false if the look no longer counts */
    note: (lease: AlertLease, noted: AlertNote) => oltp.transaction((queries) => note(queries, lease, noted)),
    due: (now: number) => count(oltp, DUE, [new Date(now)]),
    /** When the next becomes due; in the past while any is. */
    nextAt: () => earliest(oltp, NEXT),
    writes: oltp.writes,
    /** Of one owner's alerts, by their ids. */
    ofOwner: async (owner: string): Promise<ReadonlyMap<string, AlertWatch>> =>
      new Map((await oltp.query(OF_OWNER, [owner], known.row)).map((watch) => [watch.alertId, watch])),
  };
}

/** Has a new or changed alert looked at next, in the transaction that stores it. */
export async function watchAlert(queries: Queries, id: string, now: number): Promise<void> {
  await queries.run(BEGIN, [id, new Date(now)]);
}

async function note(
  queries: Queries,
  { id, owner, version, leasedUntil }: AlertLease,
  { next, at, memory, seen, alert }: AlertNote,
): Promise<boolean> {
  const { near, alertedAt } = memory;
  const values = [
    ...[id, new Date(next), near, alertedAt === undefined ? null : new Date(alertedAt)],
    ...[seen ? JSON.stringify(seen) : null, version, new Date(leasedUntil)],
  ];
  const counts = (await first(queries, NOTE, values, z.object({ alert_id: z.string() }))) !== undefined;
  if (counts && alert !== undefined)
    await emitEvent(queries, { kind: 'position.near_liquidation', owner, at, data: alert });
  return counts;
}
