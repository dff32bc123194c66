import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { smallColumn, timestampColumn } from '../../../core/oltp/columns.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { jsonColumn } from '../control/columns.ts';

/** A kind of owners' records, its shape, and the maximum per owner. */
export interface RecordKind<Body> {
  readonly name: string;
  readonly body: z.ZodType<Body>;
  readonly most: number;
  /** For messages: `an agent`, `agents`. */
  readonly one: string;
  readonly many: string;
}

/** A record that an agent keeps for its owner. Times are Unix milliseconds. */
export interface OwnerRecord<Body> {
  readonly id: string;
  readonly name: string;
  readonly body: Body;
  /** 1 for the first; each later version replaces the previous one. */
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The writer, its owner and the time. */
export interface Writing {
  readonly owner: string;
  readonly credentialId: string;
  readonly now: number;
}

export interface Replacing {
  /** The version to replace, 0 for none; by default the current one. */
  readonly expectedVersion?: number | undefined;
}

/** Agents' records for their owners, by kind and name. Another owner's counts as missing. */
export interface OwnerRecords {
  /** A new one. @throws NAME_TAKEN, RECORDS_FULL */
  add<Body>(kind: RecordKind<Body>, writing: Writing, name: string, body: Body): Promise<OwnerRecord<Body>>;
  /** A new one, or the next version. @throws VERSION_CONFLICT, RECORDS_FULL */
  put<Body>(
    kind: RecordKind<Body>,
    writing: Writing & Replacing,
    name: string,
    body: Body,
  ): Promise<OwnerRecord<Body>>;
  /** The next version of the record `id`, made from the previous one. @throws RECORD_UNKNOWN, VERSION_CONFLICT */
  change<Body>(
    kind: RecordKind<Body>,
    writing: Writing & Replacing & { readonly id: string },
    next: (body: Body) => Body,
  ): Promise<OwnerRecord<Body>>;
  find<Body>(kind: RecordKind<Body>, owner: string, name: string): Promise<OwnerRecord<Body> | undefined>;
  /** Oldest first. */
  list<Body>(kind: RecordKind<Body>, owner: string): Promise<OwnerRecord<Body>[]>;
}

const COLUMNS = 'id, name, body, version, created_at, updated_at';
const ONE_BY_ONE = `SELECT pg_advisory_xact_lock(hashtextextended('records of ' || $1, 0))`;
const COUNT = 'SELECT count(*) AS many FROM owner_records WHERE owner = $1 AND kind = $2';
const BY_NAME = `SELECT ${COLUMNS} FROM owner_records WHERE owner = $1 AND kind = $2 AND name = $3`;
const BY_ID = `SELECT ${COLUMNS} FROM owner_records WHERE owner = $1 AND kind = $2 AND id = $3`;
const LIST = `SELECT ${COLUMNS} FROM owner_records WHERE owner = $1 AND kind = $2 ORDER BY created_at, id`;
const INSERT = `INSERT INTO owner_records (id, owner, kind, name, body, credential_id, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5::jsonb, $6, $7, $7) RETURNING ${COLUMNS}`;
const UPDATE = `UPDATE owner_records SET body = $2::jsonb, version = version + 1, credential_id = $3, updated_at = $4
  WHERE id = $1 RETURNING ${COLUMNS}`;

function rowOf<Body>({ body }: RecordKind<Body>) {
  return z
    .object({
      ...{ id: z.string(), name: z.string(), body: jsonColumn(body), version: smallColumn },
      ...{ created_at: timestampColumn, updated_at: timestampColumn },
    })
    .transform(
      ({ created_at: createdAt, updated_at: updatedAt, ...rest }): OwnerRecord<Body> => ({
        ...{ id: rest.id, name: rest.name, body: rest.body as Body, version: rest.version },
        ...{ createdAt, updatedAt },
      }),
    );
}

export function createOwnerRecords(oltp: Oltp): OwnerRecords {
  const one = async <Body>(
    queries: Queries,
    sql: string,
    kind: RecordKind<Body>,
    owner: string,
    key: string,
  ) => (await queries.query(sql, [owner, kind.name, key], rowOf(kind)))[0];
  /** Serialized with other writes for the same owner. */
  const alone = <Value>(owner: string, work: (queries: Queries) => Promise<Value>): Promise<Value> =>
    oltp.transaction(async (queries) => {
      await queries.query(ONE_BY_ONE, [owner], z.unknown());
      return work(queries);
    });
  return {
    add: (kind, writing, name, body) =>
      alone(writing.owner, async (queries) => {
        const taken = await one(queries, BY_NAME, kind, writing.owner, name);
        if (taken) throw new LaunchlensError('NAME_TAKEN', { what: kind.one });
        return insert(queries, kind, writing, { name, body });
      }),
    put: (kind, writing, name, body) =>
      alone(writing.owner, async (queries) => {
        const held = await one(queries, BY_NAME, kind, writing.owner, name);
        requireVersion(writing, held?.version ?? 0);
        if (!held) return insert(queries, kind, writing, { name, body });
        return update(queries, kind, writing, { id: held.id, body });
      }),
    change: (kind, writing, next) =>
      alone(writing.owner, async (queries) => {
        const held = await one(queries, BY_ID, kind, writing.owner, writing.id);
        if (!held) throw new LaunchlensError('RECORD_UNKNOWN', { what: kind.one.replace(/^an? /, '') });
        requireVersion(writing, held.version);
        return update(queries, kind, writing, { id: held.id, body: next(held.body) });
      }),
    find: (kind, owner, name) => one(oltp, BY_NAME, kind, owner, name),
    list: (kind, owner) => oltp.query(LIST, [owner, kind.name], rowOf(kind)),
  };
}

function requireVersion({ expectedVersion }: Replacing, current: number): void {
  if (expectedVersion === undefined || expectedVersion === current) return;
  throw new LaunchlensError('VERSION_CONFLICT', { current });
}

async function insert<Body>(
  queries: Queries,
  kind: RecordKind<Body>,
  { owner, credentialId, now }: Writing,
  { name, body }: { readonly name: string; readonly body: Body },
): Promise<OwnerRecord<Body>> {
  const [counted] = await queries.query(COUNT, [owner, kind.name], z.object({ many: smallColumn }));
  if (counted === undefined || counted.many >= kind.most) {
    throw new LaunchlensError('RECORDS_FULL', { what: kind.many, most: kind.most });
  }
  const values = [randomUUID(), owner, kind.name, name, JSON.stringify(body), credentialId, new Date(now)];
  return written(await queries.query(INSERT, values, rowOf(kind)));
}

async function update<Body>(
  queries: Queries,
  kind: RecordKind<Body>,
  { credentialId, now }: Writing,
  { id, body }: { readonly id: string; readonly body: Body },
): Promise<OwnerRecord<Body>> {
  const values = [id, JSON.stringify(body), credentialId, new Date(now)];
  return written(await queries.query(UPDATE, values, rowOf(kind)));
}

function written<Body>([record]: readonly OwnerRecord<Body>[]): OwnerRecord<Body> {
  if (!record) throw new LaunchlensError('OLTP_BAD_ROW', { detail: 'a record that was written gave no row' });
  return record;
}
