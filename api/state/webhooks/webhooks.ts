import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { smallColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { DELIVERY_COLUMNS, type Delivery, type DeliveryStatus, deliveryRow } from './delivery.ts';
import { SELECT_WEBHOOKS, type Webhook, webhookRow } from './webhook.ts';

/** The most webhooks of one owner. */
export const MOST_WEBHOOKS = 20;

export interface NewWebhook extends Pick<Webhook, 'id' | 'owner' | 'url' | 'label' | 'events' | 'createdAt'> {
  /** The registering agent's credential; omitted for the owner. */
  readonly credentialId?: string | undefined;
}
/** Which webhook; another owner's counts as missing. */
export type WebhookName = Pick<Webhook, 'id' | 'owner'>;

export interface DeliveryPage {
  readonly limit: number;
  /** Only deliveries of a smaller id. */
  readonly before: bigint | undefined;
  readonly status: DeliveryStatus | undefined;
}

export interface Webhooks {
  /** @throws WEBHOOKS_FULL */
  add(webhook: NewWebhook): Promise<Webhook>;
  find(name: WebhookName): Promise<Webhook | undefined>;
  /** Oldest first. */
  list(owner: string): Promise<Webhook[]>;
  /**
   * With its pending deliveries; false if it does not exist.
   * @param registrant only if the credential of this id registered it; by default any
   */
  remove(name: WebhookName, registrant?: string): Promise<boolean>;
  /** Turns it on; one that is already on stays on. */
  enable(name: WebhookName): Promise<Webhook | undefined>;
  /** Of one webhook, newest first. */
  deliveries(name: WebhookName, page: DeliveryPage): Promise<Delivery[]>;
  /** Sends a dead delivery again, from the first attempt on. @returns its status if it was not dead */
  resend(name: WebhookName, deliveryId: bigint, now: number): Promise<Delivery | DeliveryStatus | undefined>;
}

const ONE_BY_ONE = `SELECT pg_advisory_xact_lock(hashtextextended('webhooks of ' || $1, 0))`;
const COUNT = 'SELECT count(*) AS many FROM webhooks WHERE owner = $1';
const ADD = `INSERT INTO webhooks (id, owner, url, label, events, created_at, credential_id)
  VALUES ($1, $2, $3, $4, $5::text[], $6, $7)`;
const FIND = `${SELECT_WEBHOOKS} WHERE webhooks.id = $1 AND webhooks.owner = $2`;
const LIST = `${SELECT_WEBHOOKS} WHERE webhooks.owner = $1 ORDER BY webhooks.created_at, webhooks.id`;
const REMOVE = `DELETE FROM webhooks
  WHERE id = $1 AND owner = $2 AND ($3::text IS NULL OR credential_id = $3::text)`;
const ENABLE = `UPDATE webhooks SET disabled_at = NULL, disabled_reason = NULL, dead_in_a_row = 0
  WHERE id = $1 AND owner = $2`;
const OF_ONE = `webhook_id = (SELECT webhooks.id FROM webhooks WHERE webhooks.id = $1 AND owner = $2)`;
const DELIVERIES = `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries
  WHERE ${OF_ONE} AND ($3::bigint IS NULL OR id < $3::bigint) AND ($4::text IS NULL OR status = $4::text)
  ORDER BY id DESC LIMIT $5`;
const LOCKED = `SELECT ${DELIVERY_COLUMNS} FROM webhook_deliveries WHERE ${OF_ONE} AND id = $3 FOR UPDATE`;
const RESEND = `UPDATE webhook_deliveries SET status = 'pending', closed_at = NULL, attempts = 0, next_at = $2
  WHERE id = $1 RETURNING ${DELIVERY_COLUMNS}`;

export function createWebhooks(oltp: Oltp): Webhooks {
  return {
    add: (webhook) => oltp.transaction((queries) => add(queries, webhook)),
    find: (name) => find(oltp, name),
    list: (owner) => oltp.query(LIST, [owner], webhookRow),
    remove: async ({ id, owner }, registrant) =>
      (await oltp.run(REMOVE, [id, owner, registrant ?? null])) === 1,
    enable: (name) =>
      oltp.transaction(async (queries) => {
        await queries.run(ENABLE, [name.id, name.owner]);
        return find(queries, name);
      }),
    deliveries: ({ id, owner }, { before, status, limit }) =>
      oltp.query(DELIVERIES, [id, owner, before ?? null, status ?? null, limit], deliveryRow),
    resend: ({ id, owner }, deliveryId, now) =>
      oltp.transaction(async (queries) => {
        const [found] = await queries.query(LOCKED, [id, owner, deliveryId], deliveryRow);
        if (found?.status !== 'dead') return found?.status;
        return (await queries.query(RESEND, [deliveryId, new Date(now)], deliveryRow))[0];
      }),
  };
}

async function find(queries: Queries, { id, owner }: WebhookName): Promise<Webhook | undefined> {
  return (await queries.query(FIND, [id, owner], webhookRow))[0];
}

async function add(queries: Queries, webhook: NewWebhook): Promise<Webhook> {
  const { id, owner, url, label, events, createdAt, credentialId } = webhook;
  await queries.query(ONE_BY_ONE, [owner], z.unknown());
  const [counted] = await queries.query(COUNT, [owner], z.object({ many: smallColumn }));
  if (counted === undefined || counted.many >= MOST_WEBHOOKS) {
    throw new LaunchlensError('WEBHOOKS_FULL', { most: MOST_WEBHOOKS });
  }
  await queries.run(ADD, [id, owner, url, label, events, new Date(createdAt), credentialId ?? null]);
  const added = await find(queries, webhook);
  if (!added) throw new LaunchlensError('OLTP_BAD_ROW', { detail: 'a new webhook gave no row' });
  return added;
}
