import { z } from 'zod';
import { integerColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { emitEvent } from '../outbox/emit.ts';

export const EVENT_KINDS = ['issued', 'rotated', 'revoked', 'refused'] as const;

/** Where a credential event happened, and why. */
export interface Occasion {
  /** Unix milliseconds. */
  readonly at: number;
  /** Path or command. */
  readonly surface: string;
  readonly reason: string;
}

export interface NewCredentialEvent extends Occasion {
  readonly kind: (typeof EVENT_KINDS)[number];
  readonly credentialId: string;
  readonly owner: string;
}

export interface CredentialEvent extends NewCredentialEvent {
  readonly id: bigint;
}

export interface CredentialEvents {
  record(event: NewCredentialEvent): Promise<void>;
  /** Of one owner, newest first. @param before only those of a smaller id */
  list(owner: string, page: { limit: number; before: bigint | undefined }): Promise<CredentialEvent[]>;
}

const row = z
  .object({
    id: integerColumn,
    kind: z.enum(EVENT_KINDS),
    credential_id: z.string(),
    owner: z.string(),
    at: timestampColumn,
    surface: z.string(),
    reason: z.string(),
  })
  .transform(({ credential_id, ...rest }): CredentialEvent => ({ ...rest, credentialId: credential_id }));

const COLUMNS = 'kind, credential_id, owner, at, surface, reason';
const RECORD = `INSERT INTO credential_events (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6)`;
const LIST = `SELECT id, ${COLUMNS} FROM credential_events
  WHERE owner = $1 AND ($2::bigint IS NULL OR id < $2::bigint) ORDER BY id DESC LIMIT $3`;

/** Records an event and its webhook deliveries, in the transaction that causes it. */
export async function recordEvent(queries: Queries, event: NewCredentialEvent): Promise<void> {
  const { kind, credentialId, owner, at, surface, reason } = event;
  await queries.run(RECORD, [kind, credentialId, owner, new Date(at), surface, reason]);
  const data = { credential_id: credentialId, surface, reason };
  await emitEvent(queries, { kind: `credential.${kind}`, owner, at, data });
}

export function createCredentialEvents(oltp: Oltp): CredentialEvents {
  return {
    record: (event) => oltp.transaction((queries) => recordEvent(queries, event)),
    list: (owner, { limit, before }) => oltp.query(LIST, [owner, before ?? null, limit], row),
  };
}
