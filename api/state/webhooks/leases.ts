import { z } from 'zod';
import type { Oltp } from '../../../core/oltp/port.ts';
import {
  booleanColumn,
  deletionOf,
  earliest,
  first,
  record,
  smallColumn,
} from '../../../core/oltp/statements.ts';
import { type Delivery, delivery } from './delivery.ts';
import { mayBeSentTo, registrantIsGood } from './registrant.ts';

/** Consecutive dead deliveries after which a webhook is turned off. */
export const MOST_DEAD_IN_A_ROW = 10;

/** A webhook leased to this process, and its due deliveries. */
export interface WebhookLease {
  readonly webhookId: string;
  readonly url: string;
  readonly secretVersion: number;
  /** In the order of their events. */
  readonly due: readonly Delivery[];
}

export interface Attempted {
  readonly at: number;
  readonly httpStatus: number | undefined;
  /** Omitted if it was delivered. */
  readonly failure?: string | undefined;
  /** When it is retried; omitted if it is given up. */
  readonly nextAt?: number | undefined;
  /** The receiver wants nothing more: the webhook is turned off at once. */
  readonly gone?: boolean | undefined;
}

export interface Waiting {
  readonly pending: number;
  readonly dead: number;
  readonly disabled: number;
}

export interface LeaseOptions {
  readonly now: number;
  readonly leaseMs: number;
  readonly most: number;
}

const TAKE = `UPDATE webhooks SET leased_until = $2, served_at = $1 WHERE id = (
    SELECT id FROM webhooks
    WHERE ${mayBeSentTo('$1')} AND (leased_until IS NULL OR leased_until <= $1) AND EXISTS (
      SELECT 1 FROM webhook_deliveries AS due
      WHERE due.webhook_id = webhooks.id AND due.status = 'pending' AND due.next_at <= $1)
    ORDER BY served_at NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED
  ) RETURNING id, url, secret_version`;
const NEXT = "SELECT min(next_at) AS earliest FROM webhook_deliveries WHERE status = 'pending'";
const MAY_SEND = `SELECT id FROM webhooks WHERE id = $1 AND ${mayBeSentTo('$2')}`;
const DUE = `SELECT ${delivery.columns} FROM webhook_deliveries
  WHERE webhook_id = $1 AND status = 'pending' AND next_at <= $2 ORDER BY id LIMIT $3`;
const OUTCOME = `UPDATE webhook_deliveries SET status = $3, attempts = attempts + 1, http_status = $4, failure = $5,
    next_at = coalesce($6, next_at), closed_at = $7
  WHERE id = $1 AND webhook_id = $2 AND status = 'pending'`;
const ARRIVED = 'UPDATE webhooks SET dead_in_a_row = 0 WHERE id = $1 AND dead_in_a_row > 0';
const GIVEN_UP = `UPDATE webhooks SET dead_in_a_row = dead_in_a_row + 1,
    disabled_at = CASE WHEN dead_in_a_row + 1 >= $3 THEN coalesce(disabled_at, $2::timestamptz) ELSE disabled_at END,
    disabled_reason = CASE WHEN dead_in_a_row + 1 >= $3
      THEN coalesce(disabled_reason, $3 || ' deliveries in a row were given up') ELSE disabled_reason END
  WHERE id = $1 RETURNING disabled_at IS NOT NULL AS disabled`;
const GONE = `UPDATE webhooks SET disabled_at = coalesce(disabled_at, $2),
    disabled_reason = coalesce(disabled_reason, 'its receiver answered 410, which ends deliveries')
  WHERE id = $1`;
const RELEASE = 'UPDATE webhooks SET leased_until = NULL, served_at = $2 WHERE id = $1';
const FORGET = deletionOf(
  { table: 'webhook_deliveries', key: 'id', where: 'closed_at < $2 AND status = $1', oldest: 'closed_at' },
  '1000',
);
const FORGET_UNSENDABLE = `DELETE FROM webhook_deliveries WHERE status = 'pending' AND webhook_id IN (
  SELECT id FROM webhooks WHERE NOT ${registrantIsGood('$1')})`;
const WAITING = `SELECT
  (SELECT count(*) FROM webhook_deliveries WHERE status = 'pending') AS pending,
  (SELECT count(*) FROM webhook_deliveries WHERE closed_at IS NOT NULL AND status = 'dead') AS dead,
  (SELECT count(*) FROM webhooks WHERE NOT ${mayBeSentTo('$1')}) AS disabled`;

const taken = record({ id: z.string(), url: z.string(), secretVersion: smallColumn });
const waitingRow = z.object({ pending: smallColumn, dead: smallColumn, disabled: smallColumn });

/** Leases webhooks to processes. If a process dies, another takes its webhook when the lease expires. */
export type WebhookLeases = ReturnType<typeof createWebhookLeases>;

export function createWebhookLeases(oltp: Oltp) {
  return {
    /** The least recently served webhook with something due; undefined if there is none. */
    take: async ({ now, leaseMs, most }: LeaseOptions): Promise<WebhookLease | undefined> => {
      const found = await first(oltp, TAKE, [new Date(now), new Date(now + leaseMs)], taken.row);
      if (!found) return undefined;
      const { id: webhookId, ...about } = found;
      const due = await oltp.query(DUE, [webhookId, new Date(now), most], delivery.row);
      return { webhookId, ...about, due };
    },
    /** When the next delivery becomes due; in the past while any is. */
    nextAt: () => earliest(oltp, NEXT),
    writes: oltp.writes,
    /** Whether a webhook may still receive: it may have been deleted, or its registrant ended, since its lease began. */
    maySend: async (webhookId: string, now: number) =>
      (await oltp.query(MAY_SEND, [webhookId, new Date(now)], z.unknown())).length > 0,
    /** Records an attempt. True if this disabled the webhook. */
    attempted: (webhookId: string, deliveryId: bigint, outcome: Attempted) =>
      note(oltp, webhookId, deliveryId, outcome),
    release: async (webhookId: string, now: number) => {
      await oltp.run(RELEASE, [webhookId, new Date(now)]);
    },
    /** Deletes deliveries closed before a time. @returns how many */
    forget: (status: 'delivered' | 'dead', before: number) => oltp.run(FORGET, [status, new Date(before)]),
    /** Deletes pending deliveries of webhooks whose registrant has ended. @returns how many */
    forgetUnsendable: (now: number) => oltp.run(FORGET_UNSENDABLE, [new Date(now)]),
    waiting: async (now: number): Promise<Waiting> =>
      (await first(oltp, WAITING, [new Date(now)], waitingRow)) ?? { pending: 0, dead: 0, disabled: 0 },
  };
}

function note(
  oltp: Oltp,
  webhookId: string,
  deliveryId: bigint,
  { at, httpStatus, failure, nextAt, gone }: Attempted,
): Promise<boolean> {
  const status = failure === undefined ? 'delivered' : nextAt === undefined ? 'dead' : 'pending';
  const values = [
    ...[deliveryId, webhookId, status, httpStatus, failure],
    ...[nextAt && new Date(nextAt), status === 'pending' ? null : new Date(at)],
  ];
  return oltp.transaction(async (queries) => {
    const written = await queries.run(OUTCOME, values);
    if (written === 0 || status === 'pending') return false;
    if (status === 'delivered') {
      await queries.run(ARRIVED, [webhookId]);
      return false;
    }
    if (gone) {
      await queries.run(GONE, [webhookId, new Date(at)]);
      return true;
    }
    const row = z.object({ disabled: booleanColumn });
    const counted = await first(queries, GIVEN_UP, [webhookId, new Date(at), MOST_DEAD_IN_A_ROW], row);
    return counted?.disabled ?? false;
  });
}
