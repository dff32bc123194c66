import type { Oltp } from '../../../core/oltp/port.ts';
import type { RateTier } from '../../../core/rules/rate-tiers.ts';
import { CredentialChanges } from './changes.ts';
import { useConfirmation } from './confirmations.ts';
import { COLUMNS, type Credential, credentialRow } from './credential.ts';
import type { Occasion } from './events.ts';
import { type CredentialPage, type FindByHash, findByHash, holding, listed } from './find.ts';
import { insertCredential, type NewCredential } from './issue.ts';
import { revoke } from './revoke.ts';
import { type CredentialName, type Rotation, type RotationRefusal, rotate } from './rotate.ts';

export interface Use {
  readonly credentialId: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** Pairing tokens and API keys. Each change and its event are one transaction. */
export interface Credentials {
  readonly byHash: FindByHash;
  byId(id: string): Promise<Credential | undefined>;
  /** Those of some credentials that are neither revoked nor expired. */
  holding(ids: readonly string[], now: number): Promise<ReadonlySet<string>>;
  list(of: Pick<Credential, 'owner' | 'kind'>, page: CredentialPage): Promise<Credential[]>;
  /** @param confirmation nonce of the owner's signature, used up with it; undefined if that failed */
  issue(
    credential: NewCredential,
    occasion: Occasion,
    confirmation?: string,
  ): Promise<Credential | undefined>;
  rotate(name: CredentialName, rotation: Rotation): Promise<Credential | RotationRefusal>;
  /** The resulting credential; undefined if it does not exist. Safe to repeat. */
  revoke(
    name: CredentialName | Pick<CredentialName, 'id'>,
    occasion: Occasion,
  ): Promise<Credential | undefined>;
  setTier(id: string, tier: RateTier): Promise<Credential | undefined>;
  /** Records when credentials were last used. */
  used(uses: readonly Use[]): Promise<void>;
  /** Reports every credential that this process revokes or rotates. @returns a function that unsubscribes */
  whenEnded(listener: (credentialId: string) => void): () => void;
}

const BY_ID = `SELECT ${COLUMNS} FROM credentials WHERE id = $1`;
const SET_TIER = `UPDATE credentials SET tier = $2 WHERE id = $1 RETURNING ${COLUMNS}`;
const USED = `UPDATE credentials SET last_used_at = used.at::timestamptz
  FROM unnest($1::text[], $2::text[]) AS used (id, at)
  WHERE credentials.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at::timestamptz)`;

export function createCredentials(oltp: Oltp): Credentials {
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
    byId: async (id) => (await oltp.query(BY_ID, [id], credentialRow))[0],
    holding: (ids, now) => holding(oltp, ids, now),
    list: (of, page) => listed(oltp, of, page),
    issue: (credential, occasion, confirmation) =>
      oltp.transaction(async (queries) => {
        const confirmed =
          confirmation === undefined || (await useConfirmation(queries, confirmation, occasion.at));
        return confirmed ? insertCredential(queries, credential, occasion) : undefined;
      }),
    rotate: (name, rotation) => ending(name.id, rotate(oltp, name, rotation)),
    revoke: (name, occasion) => ending(name.id, revoke(oltp, name, occasion)),
    setTier: async (id, tier) => (await changing(oltp.query(SET_TIER, [id, tier], credentialRow)))[0],
    used: async (uses) => {
      const times = uses.map(({ at }) => new Date(at).toISOString());
      if (uses.length > 0) await oltp.run(USED, [uses.map(({ credentialId }) => credentialId), times]);
    },
    whenEnded: (listener) => changes.whenEnded(listener),
  };
}
