import { z } from 'zod';
import { smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { jsonColumn } from './columns.ts';

export const REQUEST_STATUSES = ['pending', 'approved', 'rejected', 'expired'] as const;

export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Something that only the owner's wallet can approve. Times are Unix milliseconds. */
export interface NewOwnerRequest {
  readonly id: string;
  readonly owner: string;
  /** The requesting agent's credential; undefined if the owner requests it. */
  readonly credentialId: string | undefined;
  readonly kind: string;
  /** What would be done, as JSON. */
  readonly payload: unknown;
  /** What the owner's wallet signs to approve it. */
  readonly message: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface OwnerRequest extends NewOwnerRequest {
  readonly status: RequestStatus;
  readonly decidedAt: number | undefined;
}

export interface RequestPage {
  readonly limit: number;
  /** Only those made before this one. */
  readonly before: string | undefined;
  readonly now: number;
}

export type UsingUp = (queries: Queries, now: number) => Promise<void>;

export interface OwnerRequests {
  /**
   * Stores a request; false if the owner already has `most` open ones.
   * @param using uses up what the request is made from, in the same transaction
   */
  make(request: NewOwnerRequest, most: number, using?: UsingUp): Promise<boolean>;
  find(owner: string, id: string, now: number): Promise<OwnerRequest | undefined>;
  /** Of one owner, newest first. */
  list(owner: string, page: RequestPage): Promise<OwnerRequest[]>;
}

const columns = z.object({
  id: z.string(),
  owner: z.string(),
  credential_id: z.string().nullable(),
  kind: z.string(),
  payload: jsonColumn(z.unknown()),
  message: z.string(),
  status: z.enum(['pending', 'approved', 'rejected']),
  created_at: timestampColumn,
  expires_at: timestampColumn,
  decided_at: timestampColumn.nullable(),
});
const countRow = z.object({ open: smallColumn });

const COLUMNS =
  'id, owner, credential_id, kind, payload, message, status, created_at, expires_at, decided_at';
const LOCK_OWNER = `SELECT pg_advisory_xact_lock(hashtextextended('owner_requests ' || $1, 0))`;
const OPEN = `SELECT count(*) AS open FROM owner_requests WHERE owner = $1 AND status = 'pending' AND expires_at > $2`;
const MAKE = `INSERT INTO owner_requests (id, owner, credential_id, kind, payload, message, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)`;
const FIND = `SELECT ${COLUMNS} FROM owner_requests WHERE owner = $1 AND id = $2`;
const LIST = `SELECT ${COLUMNS} FROM owner_requests AS listed
  WHERE owner = $1 AND ($2::text IS NULL OR (created_at, id) <
    (SELECT last.created_at, last.id FROM owner_requests AS last WHERE last.id = $2::text AND last.owner = $1))
  ORDER BY created_at DESC, id DESC LIMIT $3`;
const DECIDE = `UPDATE owner_requests SET status = $3, decided_at = $4
  WHERE owner = $1 AND id = $2 AND status = 'pending' AND expires_at > $4`;

const REJECT_OPEN = `UPDATE owner_requests SET status = 'rejected', decided_at = $3
  WHERE ($1::text IS NULL OR owner = $1::text) AND kind = $2 AND status = 'pending' AND expires_at > $3
    AND payload @> $4::jsonb`;

export function createOwnerRequests(oltp: Oltp): OwnerRequests {
  return {
    make: (request, most, using) => oltp.transaction((queries) => make(queries, request, most, using)),
    find: async (owner, id, now) => (await oltp.query(FIND, [owner, id], rowAt(now)))[0],
    list: (owner, { limit, before, now }) => oltp.query(LIST, [owner, before ?? null, limit], rowAt(now)),
  };
}

/** Decides a request, in the transaction of its effects; false if it was decided or has expired. */
export async function decideRequest(
  queries: Queries,
  { owner, id }: Pick<OwnerRequest, 'owner' | 'id'>,
  decision: 'approved' | 'rejected',
  now: number,
): Promise<boolean> {
  return (await queries.run(DECIDE, [owner, id, decision, new Date(now)])) === 1;
}

export interface Superseded extends Pick<OwnerRequest, 'owner' | 'kind'> {
  /** Filters payloads, if not all of the kind are meant. */
  readonly about?: Readonly<Record<string, string>>;
}

/**
 * Rejects open requests of a kind: they were made before a later change of the same kind, and a delayed signature must
 * not undo that. @returns how many
 */
export function supersedeRequests(
  queries: Queries,
  { owner, kind, about = {} }: Superseded,
  now: number,
): Promise<number> {
  return queries.run(REJECT_OPEN, [owner, kind, new Date(now), JSON.stringify(about)]);
}

/** The same for every owner's requests about one subject. */
export function rejectRequestsOfAnyOwner(
  queries: Queries,
  { kind, about }: Required<Pick<Superseded, 'kind' | 'about'>>,
  now: number,
): Promise<number> {
  return queries.run(REJECT_OPEN, [null, kind, new Date(now), JSON.stringify(about)]);
}

async function make(
  queries: Queries,
  request: NewOwnerRequest,
  most: number,
  using?: UsingUp,
): Promise<boolean> {
  const { id, owner, credentialId, kind, payload, message, createdAt, expiresAt } = request;
  // Concurrent counts would each find room.
  await queries.run(LOCK_OWNER, [owner]);
  const [count] = await queries.query(OPEN, [owner, new Date(createdAt)], countRow);
  if ((count?.open ?? 0) >= most) return false;
  await using?.(queries, createdAt);
  const values = [id, owner, credentialId ?? null, kind, JSON.stringify(payload), message];
  await queries.run(MAKE, [...values, new Date(createdAt), new Date(expiresAt)]);
  return true;
}

/** An undecided request past its time has expired, whether or not anyone has noticed. */
function rowAt(now: number) {
  return columns.transform(
    ({ credential_id, created_at, expires_at, decided_at, status, ...rest }): OwnerRequest => ({
      ...rest,
      credentialId: credential_id ?? undefined,
      status: status === 'pending' && expires_at <= now ? 'expired' : status,
      createdAt: created_at,
      expiresAt: expires_at,
      decidedAt: decided_at ?? undefined,
    }),
  );
}
