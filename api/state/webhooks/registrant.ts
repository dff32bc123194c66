import type { Queries } from '../../../core/oltp/port.ts';
import type { Credential } from '../credentials/credential.ts';

/** The credential of the agent that registered a webhook. */
export type Registrant = Pick<Credential, 'id' | 'label' | 'revokedAt' | 'expiresAt'>;

/**
 * Whether a row of `webhooks` may be sent to, as a condition of SQL: it is on, and the owner registered it or a credential
 * that is good. Sending depends on the credential itself, so nothing has to notice that one expires.
 * @param now the time, as SQL
 */
export function mayBeSentTo(now: string): string {
  return `(webhooks.disabled_at IS NULL AND ${registrantIsGood(now)})`;
}

/** Whether the owner registered a row of `webhooks`, or a credential that is good. */
export function registrantIsGood(now: string): string {
  return `(webhooks.credential_id IS NULL OR EXISTS (SELECT FROM credentials AS registrant
    WHERE registrant.id = webhooks.credential_id AND registrant.revoked_at IS NULL AND registrant.expires_at > ${now}))`;
}

const MOVE = 'UPDATE webhooks SET credential_id = $2 WHERE credential_id = $1';

/** Gives the webhooks of a credential to the one that takes its place, in the transaction that replaces it. */
export async function moveWebhooks(queries: Queries, from: string, to: string): Promise<void> {
  await queries.run(MOVE, [from, to]);
}
