import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Oltp } from '../../../core/oltp/port.ts';
import { untilTheLoopTurns } from '../gathering.ts';
import type { CredentialChanges } from './changes.ts';
import { COLUMNS, type Credential, credentialRow, hashedCredentialRow } from './credential.ts';

const AT_ONCE = 500;
const KEPT = 10_000;

const BY_HASHES = `SELECT asked.hash, ${COLUMNS} FROM unnest($1::text[]) AS asked (hash)
  JOIN credentials ON credentials.hash = decode(asked.hash, 'hex')`;
const HOLDING = `SELECT id FROM credentials
  WHERE id = ANY($1::text[]) AND revoked_at IS NULL AND expires_at > $2`;
const LIST = `SELECT ${COLUMNS} FROM credentials AS listed
  WHERE owner = $1 AND kind = $2 AND ($3::text IS NULL OR (created_at, id) <
    (SELECT last.created_at, last.id FROM credentials AS last WHERE last.id = $3::text AND last.owner = $1))
  ORDER BY created_at DESC, id DESC LIMIT $4`;

export type FindByHash = (hash: string) => Promise<Credential | undefined>;

/**
 * Finds credentials by the SHA-256 of their secrets. Lookups within one event-loop turn are one statement. An embedded
 * store belongs to this process alone, so results stay valid until this process changes a credential.
 */
export function findByHash(oltp: Oltp, changes: CredentialChanges): FindByHash {
  const loader = new DataLoader<string, Credential | undefined>((hashes) => load(oltp, hashes), {
    cache: false,
    maxBatchSize: AT_ONCE,
    batchScheduleFn: untilTheLoopTurns,
  });
  if (oltp.kind === 'server') return (hash) => loader.load(hash);
  const kept = new LRUCache<string, Credential>({ max: KEPT });
  let keptAt = changes.generation;
  return async (hash) => {
    if (keptAt !== changes.generation) kept.clear();
    keptAt = changes.generation;
    const known = kept.get(hash);
    if (known) return known;
    const generation = keptAt;
    const found = await loader.load(hash);
    if (found && changes.generation === generation) kept.set(hash, found);
    return found;
  };
}

async function load(oltp: Oltp, hashes: readonly string[]): Promise<(Credential | undefined)[]> {
  const rows = await oltp.query(BY_HASHES, [[...new Set(hashes)]], hashedCredentialRow);
  const found = new Map(rows.map(({ hash, credential }) => [hash, credential]));
  return hashes.map((hash) => found.get(hash));
}

/** Those of some credentials that are neither revoked nor expired. */
export async function holding(oltp: Oltp, ids: readonly string[], now: number): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await oltp.query(HOLDING, [ids, new Date(now)], z.object({ id: z.string() }));
  return new Set(rows.map(({ id }) => id));
}

export interface CredentialPage {
  readonly limit: number;
  /** Id of the last one of the previous page. */
  readonly before?: string | undefined;
}

/** Credentials of an owner, newest first. */
export function listed(
  oltp: Oltp,
  { owner, kind }: Pick<Credential, 'owner' | 'kind'>,
  { limit, before }: CredentialPage,
): Promise<Credential[]> {
  return oltp.query(LIST, [owner, kind, before ?? null, limit], credentialRow);
}
