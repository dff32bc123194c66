import { z } from 'zod';
import {
  integerColumn,
  namesColumn,
  record,
  smallColumn,
  timestampColumn,
} from '../../../core/oltp/statements.ts';
import { WEBHOOK_EVENT_KINDS, type WebhookEventKind } from '../../../schemas/webhooks/event.ts';
import type { Registrant } from './registrant.ts';

/** Unknown kinds are omitted: they are never sent. */
const knownKinds = z
  .array(z.string())
  .transform((names): readonly WebhookEventKind[] =>
    WEBHOOK_EVENT_KINDS.filter((kind) => names.includes(kind)),
  );

const joined = record({
  id: z.string(),
  owner: z.string(),
  url: z.string(),
  label: z.string(),
  events: namesColumn(knownKinds),
  createdAt: timestampColumn,
  disabledAt: timestampColumn.nullable(),
  /** Why it receives nothing. */
  disabledReason: z.string().nullable(),
  /** Consecutive dead deliveries. */
  deadInARow: smallColumn,
  /** Events that were dropped because too many were pending. */
  dropped: integerColumn,
  /** How often its secret was rotated. */
  secretVersion: smallColumn,
  credentialId: z.string().nullable(),
  registrantLabel: z.string().nullable(),
  registrantRevokedAt: timestampColumn.nullable(),
  registrantExpiresAt: timestampColumn.nullable(),
});

export const SELECT_WEBHOOKS = `SELECT ${joined.columns} FROM webhooks LEFT JOIN (
    SELECT id AS credential_id, label AS registrant_label, revoked_at AS registrant_revoked_at,
      expires_at AS registrant_expires_at FROM credentials
  ) AS registrant USING (credential_id)`;

export const webhookRow = joined.row.transform(
  ({ credentialId: id, registrantLabel: label, registrantRevokedAt, registrantExpiresAt, ...webhook }) => {
    const registrant: Registrant | undefined =
      id === undefined || label === undefined || registrantExpiresAt === undefined
        ? undefined
        : { id, label, revokedAt: registrantRevokedAt, expiresAt: registrantExpiresAt };
    return { ...webhook, registrant };
  },
);

/**
 * An address that receives an owner's events, and the agent that registered it: undefined for the owner. Times are Unix
 * milliseconds.
 */
export type Webhook = z.output<typeof webhookRow>;
