import type { CredentialAnswer, CredentialEventAnswer } from '../../../schemas/rest/keys.ts';
import type { Credential } from '../../state/credentials/credential.ts';
import type { CredentialEvent } from '../../state/credentials/events.ts';
import { instantOrNull, wireCount, wireInstant } from '../wire.ts';

export function credentialAnswer(credential: Credential): CredentialAnswer {
  const { id, label, scopes, tier, prefix, last4, createdAt, expiresAt } = credential;
  return {
    ...{ id, label, tier, prefix, last4 },
    scopes: [...scopes],
    created_at: wireInstant(createdAt),
    expires_at: wireInstant(expiresAt),
    last_used_at: instantOrNull(credential.lastUsedAt),
    revoked_at: instantOrNull(credential.revokedAt),
    replaced_by: credential.replacedBy ?? null,
  };
}

export function eventAnswer(event: CredentialEvent): CredentialEventAnswer {
  const { id, kind, credentialId, at, surface, reason } = event;
  return { id: wireCount(id), kind, credential_id: credentialId, at: wireInstant(at), surface, reason };
}
