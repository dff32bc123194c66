import { z } from 'zod';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import {
  count,
  first,
  insertion,
  jsonColumn,
  lockName,
  record,
  timestampColumn,
} from '../../../core/oltp/statements.ts';
import { emitEvent } from '../outbox/emit.ts';
import { isAfter, NEWEST_FIRST, type RecordPage } from '../owner-pages.ts';

const REQUEST_STATUSES = ['pending', 'approved', 'rejected', 'expired'] as const;

/** Something that only the owner's wallet can approve. Times are Unix milliseconds. */
const stored = record({
  id: z.string(),
  owner: z.string(),
  /** The requesting agent's credential; undefined if the owner requests it. */
  credentialId: z.string().nullable(),
  kind: z.string(),
  /** What would be done, as JSON. */
  payload: jsonColumn(z.unknown()),
  /** What the owner's wallet signs to approve it. */
  message: z.string(),
  status: z.enum(REQUEST_STATUSES),
  createdAt: timestampColumn,
  expiresAt: timestampColumn,
  decidedAt: timestampColumn.nullable(),
});

export type OwnerRequest = z.output<typeof stored.row>;
export type NewOwnerRequest = Omit<OwnerRequest, 'status' | 'decidedAt'>;

export interface RequestPage extends RecordPage {
  readonly now: number;
}

const idRow = z.object({ id: z.string() });

export type UsingUp = (queries: Queries, now: number) => Promise<void>;

const OPEN = `SELECT count(*) FROM owner_requests WHERE owner = $1 AND status = 'pending' AND expires_at > $2`;
const OPEN_IDS = `SELECT id FROM owner_requests
  WHERE owner = $1 AND status = 'pending' AND expires_at > $2 ${NEWEST_FIRST} LIMIT $3`;
const FIND = `SELECT ${stored.columns} FROM owner_requests WHERE owner = $1 AND id = $2`;
const LIST = `SELECT ${stored.columns} FROM owner_requests
  WHERE owner = $1 AND ${isAfter('owner_requests', '$2')} ${NEWEST_FIRST} LIMIT $3`;
const DECIDE = `UPDATE owner_requests SET status = $3, decided_at = $4
  WHERE owner = $1 AND id = $2 AND status = 'pending' AND expires_at > $4`;

const REJECT_OPEN = `UPDATE owner_requests SET status = 'rejected', decided_at = $3
  WHERE ($1::text IS NULL OR owner = $1::text) AND kind = $2 AND status = 'pending' AND expires_at > $3
    AND payload @> $4::jsonb`;

export type OwnerRequests = ReturnType<typeof createOwnerRequests>;

export function createOwnerRequests(oltp: Oltp) {
  return {
    /**
     * Stores a request; false if the owner already has `most` open ones.
     * @param using uses up what the request is made from, in the same transaction
     */
    make: (request: NewOwnerRequest, most: number, using?: UsingUp) =>
      oltp.transaction((queries) => make(queries, request, most, using)),
    /** Ids of an owner's pending ones, newest first. */
    open: async (owner: string, now: number, most: number) =>
      (await oltp.query(OPEN_IDS, [owner, new Date(now), most], idRow)).map(({ id }) => id),
    find: (owner: string, id: string, now: number) => first(oltp, FIND, [owner, id], rowAt(now)),
    /** Of one owner, newest first. */
    list: (owner: string, { limit, before, now }: RequestPage) =>
      oltp.query(LIST, [owner, before, limit], rowAt(now)),
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
  await lockName(queries, `owner_requests ${owner}`);
  if ((await count(queries, OPEN, [owner, new Date(createdAt)])) >= most) return false;
  await using?.(queries, createdAt);
  const about = { id, owner, credentialId, kind, payload: JSON.stringify(payload), message };
  const fields = { ...about, createdAt, expiresAt };
  await queries.run(...insertion('owner_requests', fields));
  const data = { request_id: id, kind, credential_id: credentialId ?? null };
  await emitEvent(queries, { kind: 'request.made', owner, at: createdAt, data });
  return true;
}

/** An undecided request past its time has expired, whether or not anyone has noticed. */
function rowAt(now: number) {
  return stored.row.transform(
    (request): OwnerRequest =>
      request.status === 'pending' && request.expiresAt <= now ? { ...request, status: 'expired' } : request,
  );
}
