import { z } from 'zod';
import { timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { jsonColumn } from './columns.ts';

export const GRANT_KINDS = ['session_signer', 'agnta_grant', 'agnta_identity'] as const;

export type GrantKind = (typeof GRANT_KINDS)[number];

/** Something that an owner has signed for and can end. Times are Unix milliseconds. */
export interface OwnerGrant {
  readonly id: string;
  readonly owner: string;
  readonly kind: GrantKind;
  /** Its subject. */
  readonly subject: string;
  readonly terms: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  readonly grantedAt: number;
  /** Undefined if it lasts until it is ended. */
  readonly expiresAt: number | undefined;
}

export type GrantName = Pick<OwnerGrant, 'owner' | 'kind' | 'subject'>;

export interface OwnerGrants {
  /** An owner's active grants, newest first. */
  held(owner: string, now: number): Promise<OwnerGrant[]>;
}

const row = z
  .object({
    id: z.string(),
    owner: z.string(),
    kind: z.enum(GRANT_KINDS),
    subject: z.string(),
    terms: jsonColumn(z.record(z.string(), z.unknown())),
    request_id: z.string(),
    granted_at: timestampColumn,
    expires_at: timestampColumn.nullable(),
  })
  .transform(
    ({ request_id, granted_at, expires_at, ...rest }): OwnerGrant => ({
      ...rest,
      requestId: request_id,
      grantedAt: granted_at,
      expiresAt: expires_at ?? undefined,
    }),
  );

const COLUMNS = 'id, owner, kind, subject, terms, request_id, granted_at, expires_at';
const HELD = `SELECT ${COLUMNS} FROM owner_grants
  WHERE owner = $1 AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > $2)
  ORDER BY granted_at DESC, id DESC`;
const END = `UPDATE owner_grants SET ended_at = $4
  WHERE owner = $1 AND kind = $2 AND subject = $3 AND ended_at IS NULL`;
const GRANT = `INSERT INTO owner_grants (${COLUMNS}) VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)`;

export function createOwnerGrants(oltp: Oltp): OwnerGrants {
  return { held: (owner, now) => oltp.query(HELD, [owner, new Date(now)], row) };
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
export async function keepGrant(queries: Queries, grant: OwnerGrant): Promise<void> {
  const { id, owner, kind, subject, terms, requestId, grantedAt, expiresAt } = grant;
  await endGrant(queries, grant, grantedAt);
  await queries.run(GRANT, [
    ...[id, owner, kind, subject, JSON.stringify(terms), requestId],
    new Date(grantedAt),
    expiresAt === undefined ? null : new Date(expiresAt),
  ]);
}
