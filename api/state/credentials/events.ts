import { z } from 'zod';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { insertion, integerColumn, record, timestampColumn } from '../../../core/oltp/statements.ts';
import { emitEvent } from '../outbox/emit.ts';
import { type EntryPage, listEntries } from '../owner-pages.ts';

const EVENT_KINDS = ['issued', 'rotated', 'revoked', 'refused'] as const;

const event = record({
  id: integerColumn,
  kind: z.enum(EVENT_KINDS),
  credentialId: z.string(),
  owner: z.string(),
  /** Unix milliseconds. */
  at: timestampColumn,
  /** Path or command. */
  surface: z.string(),
  reason: z.string(),
});

export type CredentialEvent = z.output<typeof event.row>;
export type NewCredentialEvent = Omit<CredentialEvent, 'id'>;
/** Where a credential event happened, and why. */
export type Occasion = Pick<CredentialEvent, 'at' | 'surface' | 'reason'>;

/** Records an event and its webhook deliveries, in the transaction that causes it. */
export async function recordEvent(queries: Queries, happened: NewCredentialEvent): Promise<void> {
  const { kind, credentialId, owner, at, surface, reason } = happened;
  await queries.run(...insertion('credential_events', { kind, credentialId, owner, at, surface, reason }));
  const data = { credential_id: credentialId, surface, reason };
  await emitEvent(queries, { kind: `credential.${kind}`, owner, at, data });
}

export type CredentialEvents = ReturnType<typeof createCredentialEvents>;

export function createCredentialEvents(oltp: Oltp) {
  return {
    record: (happened: NewCredentialEvent) => oltp.transaction((queries) => recordEvent(queries, happened)),
    list: (owner: string, page: EntryPage) =>
      listEntries(oltp, { table: 'credential_events', ...event }, owner, page),
  };
}
