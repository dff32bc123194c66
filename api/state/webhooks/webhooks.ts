import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { count, first, insertion, lockName } from '../../../core/oltp/statements.ts';
import { emitTo } from '../outbox/emit.ts';
import { type Delivery, type DeliveryStatus, delivery } from './delivery.ts';
import { SELECT_WEBHOOKS, type Webhook, webhookRow } from './webhook.ts';

/** The most webhooks of one owner. */
export const MOST_WEBHOOKS = 20;

export interface NewWebhook extends Pick<Webhook, 'id' | 'owner' | 'url' | 'label' | 'events' | 'createdAt'> {
  /** The registering agent's credential; omitted for the owner. */
  readonly credentialId?: string | undefined;
}
export type WebhookChange = { readonly [Term in 'url' | 'label' | 'events']?: Webhook[Term] | undefined };
/** Which webhook; another owner's counts as missing. */
export type WebhookName = Pick<Webhook, 'id' | 'owner'>;

export interface DeliveryPage {
  readonly limit: number;
  /** Only deliveries of a smaller id. */
  readonly before: bigint | undefined;
  readonly status: DeliveryStatus | undefined;
}

const COUNT = 'SELECT count(*) FROM webhooks WHERE owner = $1';
const FIND = `${SELECT_WEBHOOKS} WHERE id = $1 AND owner = $2`;
const LIST = `${SELECT_WEBHOOKS} WHERE owner = $1 ORDER BY created_at, id`;
const REMOVE = `DELETE FROM webhooks
  WHERE id = $1 AND owner = $2 AND ($3::text IS NULL OR credential_id = $3::text)`;
const ENABLE = `UPDATE webhooks SET disabled_at = NULL, disabled_reason = NULL, dead_in_a_row = 0
  WHERE id = $1 AND owner = $2`;
const EDIT = `UPDATE webhooks SET url = coalesce($3, url), label = coalesce($4, label), events = coalesce($5::text[], events)
  WHERE id = $1 AND owner = $2`;
const ROTATE = 'UPDATE webhooks SET secret_version = secret_version + 1 WHERE id = $1 AND owner = $2';
const OF_ONE = `webhook_id = (SELECT webhooks.id FROM webhooks WHERE webhooks.id = $1 AND owner = $2)`;
const DELIVERIES = `SELECT ${delivery.columns} FROM webhook_deliveries
  WHERE ${OF_ONE} AND ($3::bigint IS NULL OR id < $3::bigint) AND ($4::text IS NULL OR status = $4::text)
  ORDER BY id DESC LIMIT $5`;
const LOCKED = `SELECT ${delivery.columns} FROM webhook_deliveries WHERE ${OF_ONE} AND id = $3 FOR UPDATE`;
const RESEND = `UPDATE webhook_deliveries SET status = 'pending', closed_at = NULL, attempts = 0, next_at = $2
  WHERE id = $1 RETURNING ${delivery.columns}`;

export type Webhooks = ReturnType<typeof createWebhooks>;

export function createWebhooks(oltp: Oltp) {
  return {
    /** @throws WEBHOOKS_FULL */
    add: (webhook: NewWebhook) => oltp.transaction((queries) => add(queries, webhook)),
    find: (name: WebhookName) => find(oltp, name),
    /** Oldest first. */
    list: (owner: string) => oltp.query(LIST, [owner], webhookRow),
    /**
     * With its pending deliveries; false if it does not exist.
     * @param registrant only if the credential of this id registered it; by default any
     */
    remove: async ({ id, owner }: WebhookName, registrant?: string) =>
      (await oltp.run(REMOVE, [id, owner, registrant])) === 1,
    /** Turns it on; one that is already on stays on. */
    enable: (name: WebhookName) =>
      oltp.transaction(async (queries) => {
        await queries.run(ENABLE, [name.id, name.owner]);
        return find(queries, name);
      }),
    /** Changes what is given and keeps the rest. */
    edit: (name: WebhookName, { url, label, events }: WebhookChange) =>
      oltp.transaction(async (queries) => {
        await queries.run(EDIT, [name.id, name.owner, url, label, events]);
        return find(queries, name);
      }),
    /** From the next attempt on, deliveries are signed with the next secret. */
    rotateSecret: (name: WebhookName) =>
      oltp.transaction(async (queries) => {
        await queries.run(ROTATE, [name.id, name.owner]);
        return find(queries, name);
      }),
    /** Stores a test event for one webhook. */
    test: ({ id, owner }: WebhookName, at: number) =>
      oltp.transaction(async (queries) => {
        const event = { kind: 'webhook.test', at, data: { webhook_id: id } } as const;
        const made = await emitTo(queries, id, event);
        return made === undefined ? undefined : first(queries, LOCKED, [id, owner, made], delivery.row);
      }),
    /** Of one webhook, newest first. */
    deliveries: ({ id, owner }: WebhookName, { before, status, limit }: DeliveryPage) =>
      oltp.query(DELIVERIES, [id, owner, before, status, limit], delivery.row),
    /** Sends a dead delivery again, from the first attempt on. @returns its status if it was not dead */
    resend: ({ id, owner }: WebhookName, deliveryId: bigint, now: number) =>
      oltp.transaction(async (queries): Promise<Delivery | DeliveryStatus | undefined> => {
        const found = await first(queries, LOCKED, [id, owner, deliveryId], delivery.row);
        if (found?.status !== 'dead') return found?.status;
        return first(queries, RESEND, [deliveryId, new Date(now)], delivery.row);
      }),
  };
}

function find(queries: Queries, { id, owner }: WebhookName): Promise<Webhook | undefined> {
  return first(queries, FIND, [id, owner], webhookRow);
}

async function add(queries: Queries, webhook: NewWebhook): Promise<Webhook> {
  const { id, owner, url, label, events, createdAt, credentialId } = webhook;
  await lockName(queries, `webhooks of ${owner}`);
  if ((await count(queries, COUNT, [owner])) >= MOST_WEBHOOKS) {
    throw new LaunchlensError('WEBHOOKS_FULL', { most: MOST_WEBHOOKS });
  }
  const fields = { id, owner, url, label, events, createdAt, credentialId };
  await queries.run(...insertion('webhooks', fields));
  const added = await find(queries, webhook);
  if (!added) throw new LaunchlensError('OLTP_BAD_ROW', { detail: 'a new webhook gave no row' });
  return added;
}
