import type { PairingOutcome } from '../../state/pairings/pairing.ts';
import type { SignInPlace } from '../sign-in/context.ts';
import { wireInstant } from '../wire.ts';
import type { FoundPairing } from './find.ts';

/** The verb of each decision, as messages and paths have it. */
export const VERBS = { approved: 'approve', denied: 'deny' } as const satisfies Record<
  PairingOutcome,
  string
>;

const STATEMENTS: Readonly<Record<PairingOutcome, string>> = {
  approved:
    'If you sign this, the agent can act for your wallet within the scopes below, until you revoke its token or the token expires. Signing shares no key and moves no funds. Sign only if you started this agent and it shows this code.',
  denied: 'If you sign this, the agent gets no token. Signing shares no key and moves no funds.',
};

/**
 * What the owner's wallet signs for one decision: the decision, everything that is granted, to whom, where and until
 * when. Each decision has its own text, so that a signature for one is worthless for the other.
 */
export function pairingMessage(
  { pairing, userCode }: FoundPairing,
  outcome: PairingOutcome,
  { domain, uri }: SignInPlace,
): string {
  const verb = VERBS[outcome];
  return [
    `${domain} asks you to ${verb} the pairing of an agent:`,
    pairing.clientName,
    '',
    STATEMENTS[outcome],
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
