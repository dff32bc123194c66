import type { PairingRequest } from '../../../schemas/rest/pairing.ts';
import { wireInstant } from '../wire.ts';
import type { PairingContext } from './context.ts';
import { findPairing, type ShownCode } from './find.ts';
import { pairingMessage } from './message.ts';

/** What an open pairing requests, for a wallet's owner to decide. @throws PAIRING_UNKNOWN, CODE_GUESSES_EXCEEDED */
export async function pairingRequest(context: PairingContext, shown: ShownCode): Promise<PairingRequest> {
  const found = await findPairing(context, shown, ({ pairing: { status } }) => status === 'pending');
  const { pairing } = found;
  return {
    client_name: pairing.clientName,
    requested_scopes: [...pairing.scopes],
    message: pairingMessage(found, 'approved', context.place()),
    deny_message: pairingMessage(found, 'denied', context.place()),
    expires_at: wireInstant(pairing.expiresAt),
    token_expires_at: wireInstant(pairing.tokenExpiresAt),
  };
}
