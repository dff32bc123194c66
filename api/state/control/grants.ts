import { z } from 'zod';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { insertion, jsonColumn, record, timestampColumn } from '../../../core/oltp/statements.ts';

const GRANT_KINDS = ['session_signer', 'agnta_grant', 'agnta_identity'] as const;

export type GrantKind = (typeof GRANT_KINDS)[number];

/** Something that an owner has signed for and can end. Times are Unix milliseconds. */
const grant = record({
  id: z.string(),
  owner: z.string(),
  kind: z.enum(GRANT_KINDS),
  /** Its subject. */
  subject: z.string(),
  terms: jsonColumn(z.record(z.string(), z.unknown()).readonly()),
  requestId: z.string(),
  grantedAt: timestampColumn,
  /** Undefined if it lasts until it is ended. */
  expiresAt: timestampColumn.nullable(),
});

export type OwnerGrant = z.output<typeof grant.row>;
export type GrantName = Pick<OwnerGrant, 'owner' | 'kind' | 'subject'>;

const HELD = `SELECT ${grant.columns} FROM owner_grants
  WHERE owner = $1 AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
  ORDER BY granted_at DESC, id DESC`;
const END = `UPDATE owner_grants SET ended_at = $4
  WHERE owner = $1 AND kind = $2 AND subject = $3 AND ended_at IS NULL`;

export type OwnerGrants = ReturnType<typeof createOwnerGrants>;

export function createOwnerGrants(oltp: Oltp) {
  return {
    /** An owner's active grants, newest first. */
    held: (owner: string, now: number) => oltp.query(HELD, [owner, new Date(now)], grant.row),
  };
}

/** Ends an active grant; false if there is none. In the transaction that records it. */
export async function endGrant(
  queries: Queries,
  { owner, kind, subject }: GrantName,
  now: number,
): Promise<boolean> {
  return (await queries.run(END, [owner, kind, subject, new Date(now)])) > 0;
}

/** Stores a grant, replacing an active one for the same subject. */
export async function keepGrant(queries: Queries, granted: OwnerGrant): Promise<void> {
  const { id, owner, kind, subject, terms, requestId, grantedAt, expiresAt } = granted;
  await endGrant(queries, granted, grantedAt);
  const about = { id, owner, kind, subject, terms: JSON.stringify(terms), requestId };
  const fields = { ...about, grantedAt, expiresAt };
  await queries.run(...insertion('owner_grants', fields));
}
