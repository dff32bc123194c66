import { z } from 'zod';
import { integerColumn, smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import { WEBHOOK_EVENT_KINDS, type WebhookEventKind } from '../../../schemas/webhooks/event.ts';
import type { Registrant } from './registrant.ts';

/** An address that receives an owner's events. Times are Unix milliseconds. */
export interface Webhook {
  readonly id: string;
  readonly owner: string;
  readonly url: string;
  readonly label: string;
  readonly events: readonly WebhookEventKind[];
  /** The agent that registered it; undefined for the owner. */
  readonly registrant: Registrant | undefined;
  readonly createdAt: number;
  readonly disabledAt: number | undefined;
  /** Why it receives nothing. */
  readonly disabledReason: string | undefined;
  /** Consecutive dead deliveries. */
  readonly deadInARow: number;
  /** Events that were dropped because too many were pending. */
  readonly dropped: bigint;
}

export const SELECT_WEBHOOKS = `SELECT webhooks.id, webhooks.owner, url, webhooks.label,
    array_to_string(events, ',') AS events, webhooks.created_at, disabled_at, disabled_reason, dead_in_a_row, dropped,
    credential_id, registrant.label AS registrant_label, registrant.revoked_at, registrant.expires_at
  FROM webhooks LEFT JOIN credentials AS registrant ON registrant.id = webhooks.credential_id`;

/** Unknown kinds are omitted: they are never sent. */
const eventsColumn = z
  .string()
  .transform((text) => WEBHOOK_EVENT_KINDS.filter((kind) => text.split(',').includes(kind)));

export const webhookRow = z
  .object({
    id: z.string(),
    owner: z.string(),
    url: z.string(),
    label: z.string(),
    events: eventsColumn,
    created_at: timestampColumn,
    disabled_at: timestampColumn.nullable(),
    disabled_reason: z.string().nullable(),
    dead_in_a_row: smallColumn,
    dropped: integerColumn,
    credential_id: z.string().nullable(),
    registrant_label: z.string().nullable(),
    revoked_at: timestampColumn.nullable(),
    expires_at: timestampColumn.nullable(),
  })
  .transform(
    ({ id, owner, url, label, events, dropped, ...row }): Webhook => ({
      ...{ id, owner, url, label, events, dropped },
      registrant: registrantOf(row),
      createdAt: row.created_at,
      disabledAt: row.disabled_at ?? undefined,
      disabledReason: row.disabled_reason ?? undefined,
      deadInARow: row.dead_in_a_row,
    }),
  );

function registrantOf(row: {
  readonly credential_id: string | null;
  readonly registrant_label: string | null;
  readonly revoked_at: number | null;
  readonly expires_at: number | null;
}): Registrant | undefined {
  const { credential_id: id, registrant_label: label, revoked_at, expires_at: expiresAt } = row;
  if (id === null || label === null || expiresAt === null) return undefined;
  return { id, label, expiresAt, revokedAt: revoked_at ?? undefined };
}
