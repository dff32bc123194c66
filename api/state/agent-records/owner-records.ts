import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import {
  count,
  first,
  insertion,
  jsonColumn,
  lockName,
  record,
  smallColumn,
  timestampColumn,
} from '../../../core/oltp/statements.ts';

/** A kind of owners' records, its shape, and the maximum per owner. */
export interface RecordKind<Body> {
  readonly name: string;
  readonly body: z.ZodType<Body>;
  readonly most: number;
  /** For messages: `an agent`, `agents`. */
  readonly one: string;
  readonly many: string;
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

const kept = record({
  id: z.string(),
  name: z.string(),
  body: jsonColumn(z.unknown()),
  /** 1 for the first; each later version replaces the previous one. */
  version: smallColumn,
  createdAt: timestampColumn,
  updatedAt: timestampColumn,
});

/** A record that an agent keeps for its owner. Times are Unix milliseconds. */
export interface OwnerRecord<Body> extends Omit<z.output<typeof kept.row>, 'body'> {
  readonly body: Body;
}

const { columns } = kept;

function rowOf<Body>({ body }: RecordKind<Body>): z.ZodType<OwnerRecord<Body>> {
  return kept.row.transform((found) => ({ ...found, body: body.parse(found.body) }));
}

const COUNT = 'SELECT count(*) FROM owner_records WHERE owner = $1 AND kind = $2';
const BY_NAME = `SELECT ${columns} FROM owner_records WHERE owner = $1 AND kind = $2 AND name = $3`;
const BY_ID = `SELECT ${columns} FROM owner_records WHERE owner = $1 AND kind = $2 AND id = $3`;
const LIST = `SELECT ${columns} FROM owner_records WHERE owner = $1 AND kind = $2 ORDER BY created_at, id`;
const UPDATE = `UPDATE owner_records SET body = $2::jsonb, version = version + 1, credential_id = $3, updated_at = $4
  WHERE id = $1 RETURNING ${columns}`;

/** Agents' records for their owners, by kind and name. Another owner's counts as missing. */
export type OwnerRecords = ReturnType<typeof createOwnerRecords>;

export function createOwnerRecords(oltp: Oltp) {
  const one = <Body>(queries: Queries, sql: string, kind: RecordKind<Body>, owner: string, key: string) =>
    first(queries, sql, [owner, kind.name, key], rowOf(kind));
  /** Serialized with other writes for the same owner. */
  const alone = <Value>(owner: string, work: (queries: Queries) => Promise<Value>): Promise<Value> =>
    oltp.transaction(async (queries) => {
      await lockName(queries, `records of ${owner}`);
      return work(queries);
    });
  return {
    /** A new one. @throws NAME_TAKEN, RECORDS_FULL */
    add: <Body>(kind: RecordKind<Body>, writing: Writing, name: string, body: Body) =>
      alone(writing.owner, async (queries) => {
        const taken = await one(queries, BY_NAME, kind, writing.owner, name);
        if (taken) throw new LaunchlensError('NAME_TAKEN', { what: kind.one });
        return insert(queries, kind, writing, { name, body });
      }),
    /**
     * A new one, or the next version.
     * @param also what else is stored about it, with it or not at all
     * @throws VERSION_CONFLICT, RECORDS_FULL
     */
    put: <Body>(
      kind: RecordKind<Body>,
      writing: Writing & Replacing,
      { name, body }: { readonly name: string; readonly body: Body },
      also?: (queries: Queries, id: string) => Promise<void>,
    ) =>
      alone(writing.owner, async (queries) => {
        const held = await one(queries, BY_NAME, kind, writing.owner, name);
        requireVersion(writing, held?.version ?? 0);
        const put = held
          ? await update(queries, kind, writing, { id: held.id, body })
          : await insert(queries, kind, writing, { name, body });
        await also?.(queries, put.id);
        return put;
      }),
    /** The next version of the record `id`, made from the previous one. @throws RECORD_UNKNOWN, VERSION_CONFLICT */
    change: <Body>(
      kind: RecordKind<Body>,
      writing: Writing & Replacing & { readonly id: string },
      next: (body: Body) => Body,
    ) =>
      alone(writing.owner, async (queries) => {
        const held = await one(queries, BY_ID, kind, writing.owner, writing.id);
        if (!held) throw new LaunchlensError('RECORD_UNKNOWN', { what: kind.one.replace(/^an? /, '') });
        requireVersion(writing, held.version);
        return update(queries, kind, writing, { id: held.id, body: next(held.body) });
      }),
    find: <Body>(kind: RecordKind<Body>, owner: string, name: string) =>
      one(oltp, BY_NAME, kind, owner, name),
    /** Oldest first. */
    list: <Body>(kind: RecordKind<Body>, owner: string) => oltp.query(LIST, [owner, kind.name], rowOf(kind)),
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
  if ((await count(queries, COUNT, [owner, kind.name])) >= kind.most) {
    throw new LaunchlensError('RECORDS_FULL', { what: kind.many, most: kind.most });
  }
  const fields = {
    ...{ id: randomUUID(), owner, kind: kind.name, name, body: JSON.stringify(body) },
    ...{ credentialId, createdAt: now, updatedAt: now },
  };
  const statement = insertion('owner_records', fields, `RETURNING ${columns}`);
  return written(await first(queries, ...statement, rowOf(kind)));
}

async function update<Body>(
  queries: Queries,
  kind: RecordKind<Body>,
  { credentialId, now }: Writing,
  { id, body }: { readonly id: string; readonly body: Body },
): Promise<OwnerRecord<Body>> {
  const values = [id, JSON.stringify(body), credentialId, new Date(now)];
  return written(await first(queries, UPDATE, values, rowOf(kind)));
}

function written<Body>(found: OwnerRecord<Body> | undefined): OwnerRecord<Body> {
  if (!found) throw new LaunchlensError('OLTP_BAD_ROW', { detail: 'a record that was written gave no row' });
  return found;
}
