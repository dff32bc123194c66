import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Oltp } from '../../../core/oltp/port.ts';
import { record } from '../../../core/oltp/statements.ts';
import { batched } from '../batched.ts';
import type { CredentialChanges } from './changes.ts';
import { type Credential, credential } from './credential.ts';

const KEPT = 10_000;

const BY_HASHES = `SELECT asked.hash AS asked_hash, ${credential.columns} FROM unnest($1::text[]) AS asked (hash)
  JOIN credentials ON credentials.hash = decode(asked.hash, 'hex')`;
const hashed = record({ ...credential.shape, askedHash: z.string() });

export type FindByHash = (hash: string) => Promise<Credential | undefined>;

/**
 * Finds credentials by the SHA-256 of their secrets. Lookups within one event-loop turn are one statement. An embedded
 * store belongs to this process alone, so results stay valid until this process changes a credential.
 */
export function findByHash(oltp: Oltp, changes: CredentialChanges): FindByHash {
  const loader = batched<Credential | undefined>((hashes) => load(oltp, hashes));
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
  const rows = await oltp.query(BY_HASHES, [[...new Set(hashes)]], hashed.row);
  const found = new Map(rows.map(({ askedHash, ...rest }) => [askedHash, rest]));
  return hashes.map((hash) => found.get(hash));
}
