import { PAIRING_STATEMENTS } from '../../../schemas/rest/signed-statements.ts';
import type { PairingOutcome } from '../../state/pairings/pairing.ts';
import type { SignInPlace } from '../sign-in/context.ts';
import { wireInstant } from '../wire.ts';
import type { FoundPairing } from './find.ts';

/** The verb of each decision in messages and paths. */
export const VERBS = { approved: 'approve', denied: 'deny' } as const satisfies Record<
  PairingOutcome,
  string
>;

/**
 * What the owner's wallet signs for one decision: the decision, everything granted, to whom, where and until when. Each
 * decision has its own message, so that a signature for one is useless for the other.
 */
export function pairingMessage(
  { pairing, userCode }: FoundPairing,
  outcome: PairingOutcome,
  { domain, uri }: SignInPlace,
): string {
  const verb = VERBS[outcome];
  return [
    `${domain} asks you to ${verb} pairing with an agent:`,
    pairing.clientName,
    '',
    PAIRING_STATEMENTS[verb],
    '',
    `Decision: ${verb}`,
    `Code: ${userCode}`,
    `Scopes: ${pairing.scopes.join(', ')}`,
    `Token Expires: ${wireInstant(pairing.tokenExpiresAt)}`,
    `URI: ${uri}`,
    'Version: 1',
    `Pairing: ${pairing.id}`,
    `Requested At: ${wireInstant(pairing.createdAt)}`,
    `Expiration Time: ${wireInstant(pairing.expiresAt)}`,
  ].join('\n');
}
