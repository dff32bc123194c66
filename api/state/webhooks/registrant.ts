import type { Queries } from '../../../core/oltp/port.ts';
import type { Credential } from '../credentials/credential.ts';

/** The agent's credential that registered a webhook. */
export type Registrant = Pick<Credential, 'id' | 'label' | 'revokedAt' | 'expiresAt'>;

/**
 * An SQL condition for sending to a row of `webhooks`: it is on, and was registered by the owner or a valid credential.
 * It checks the credential itself, so that nothing has to react to its expiry.
 * @param now the time, as SQL
 */
export function mayBeSentTo(now: string): string {
  return `(webhooks.disabled_at IS NULL AND ${registrantIsGood(now)})`;
}

/** Whether the owner or a valid credential registered a row of `webhooks`. */
export function registrantIsGood(now: string): string {
  return `(webhooks.credential_id IS NULL OR EXISTS (SELECT FROM credentials AS registrant
    WHERE registrant.id = webhooks.credential_id AND registrant.revoked_at IS NULL AND registrant.expires_at > ${now}))`;
}

const MOVE = 'UPDATE webhooks SET credential_id = $2 WHERE credential_id = $1';

/** Moves a credential's webhooks to its replacement, in the transaction of the rotation. */
export async function moveWebhooks(queries: Queries, from: string, to: string): Promise<void> {
  await queries.run(MOVE, [from, to]);
}
