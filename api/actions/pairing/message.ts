import type { Pairing } from '../../state/pairings/pairing.ts';
import type { SignInPlace } from '../sign-in/context.ts';
import { wireInstant } from '../wire.ts';

const STATEMENT =
  'Approving lets this agent act for your wallet within the scopes below, until you revoke it or its token expires. It hands over no key and moves no funds. Go on only if you started this yourself and the code is the one that your agent shows; otherwise deny it.';

/** What the owner's wallet signs to approve or to deny: everything that is granted, to whom, where and until when. */
export function pairingMessage(pairing: Pairing, userCode: string, { domain, uri }: SignInPlace): string {
  return [
    `${domain} asks your wallet to decide about the pairing of an agent:`,
    pairing.clientName,
    '',
    STATEMENT,
    '',
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
