import { z } from 'zod';
import type { Oltp } from '../../../core/oltp/port.ts';
import { first } from '../../../core/oltp/statements.ts';
import type { RateTier } from '../../../core/rules/rate-tiers.ts';
import { useOnce } from '../challenges.ts';
import { isAfter, NEWEST_FIRST, type RecordPage } from '../owner-pages.ts';
import { CredentialChanges } from './changes.ts';
import { type Credential, credential } from './credential.ts';
import type { Occasion } from './events.ts';
import { findByHash } from './find.ts';
import { insertCredential, type NewCredential } from './issue.ts';
import { type CredentialName, type Rotation, revoke, rotate } from './rotate.ts';

export interface Use {
  readonly credentialId: string;
  /** Unix milliseconds. */
  readonly at: number;
}

const { columns, row } = credential;
const BY_ID = `SELECT ${columns} FROM credentials WHERE id = $1`;
const HOLDING = `SELECT id FROM credentials
  WHERE id = ANY($1::text[]) AND revoked_at IS NULL AND expires_at > $2`;
const LIST = `SELECT ${columns} FROM credentials
  WHERE owner = $1 AND kind = $2 AND ${isAfter('credentials', '$3')} ${NEWEST_FIRST} LIMIT $4`;
const SET_TIER = `UPDATE credentials SET tier = $2 WHERE id = $1 RETURNING ${columns}`;
const USED = `UPDATE credentials SET last_used_at = used.at::timestamptz
  FROM unnest($1::text[], $2::text[]) AS used (id, at)
  WHERE credentials.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at::timestamptz)`;

/** Pairing tokens and API keys. Each change and its event are one transaction. */
export type Credentials = ReturnType<typeof createCredentials>;

export function createCredentials(oltp: Oltp) {
  const changes = oltp.shared.one(CredentialChanges);
  /** Called whatever the outcome: after a broken commit it is unknown whether it happened. */
  const changing = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } finally {
      changes.note();
    }
  };
  /** Only reports credentials that have ended: anyone may name any id. */
  const ending = async <Value>(id: string, work: Promise<Value>): Promise<Value> => {
    const outcome = await changing(work);
    if (typeof outcome === 'object') changes.ended(id);
    return outcome;
  };
  return {
    byHash: findByHash(oltp, changes),
    byId: (id: string) => first(oltp, BY_ID, [id], row),
    /** Those of some credentials that are neither revoked nor expired. */
    holding: async (ids: readonly string[], now: number): Promise<ReadonlySet<string>> => {
      if (ids.length === 0) return new Set();
      const rows = await oltp.query(HOLDING, [ids, new Date(now)], z.object({ id: z.string() }));
      return new Set(rows.map(({ id }) => id));
    },
    /** Newest first. */
    list: ({ owner, kind }: Pick<Credential, 'owner' | 'kind'>, { limit, before }: RecordPage) =>
      oltp.query(LIST, [owner, kind, before, limit], row),
    /** @param confirmation nonce of the owner's signature, used up with it; undefined if that failed */
    issue: (issued: NewCredential, occasion: Occasion, confirmation?: string) =>
      oltp.transaction(async (queries) => {
        const confirmed =
          confirmation === undefined ||
          (await useOnce(queries, 'key_confirmations', confirmation, occasion.at));
        return confirmed ? insertCredential(queries, issued, occasion) : undefined;
      }),
    rotate: (name: CredentialName, rotation: Rotation) => ending(name.id, rotate(oltp, name, rotation)),
    /** The resulting credential; undefined if it does not exist. Safe to repeat. */
    revoke: (name: CredentialName | Pick<CredentialName, 'id'>, occasion: Occasion) =>
      ending(name.id, revoke(oltp, name, occasion)),
    setTier: (id: string, tier: RateTier) => changing(first(oltp, SET_TIER, [id, tier], row)),
    /** Records when credentials were last used. */
    used: async (uses: readonly Use[]) => {
      const times = uses.map(({ at }) => new Date(at).toISOString());
      if (uses.length > 0) await oltp.run(USED, [uses.map(({ credentialId }) => credentialId), times]);
    },
    /** Reports every credential that this process revokes or rotates. @returns a function that unsubscribes */
    whenEnded: (listener: (credentialId: string) => void) => changes.whenEnded(listener),
  };
}
