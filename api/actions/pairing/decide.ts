import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { PairingDecided, PairingRequest } from '../../../schemas/rest/pairing.ts';
import { PAIRING_STATEMENTS } from '../../../schemas/rest/signed-statements.ts';
import { isSignedBy } from '../../access/wallet-signature.ts';
import type { Pairing, PairingOutcome } from '../../state/pairings/pairing.ts';
import type { SignInPlace } from '../sign-in/sign-in.ts';
import { wireInstant } from '../wire.ts';
import { type FoundPairing, findPairing, type PairingContext, type ShownCode } from './find.ts';

/** The verb of each decision in messages and paths. */
export const VERBS = { approved: 'approve', denied: 'deny' } as const satisfies Record<
  PairingOutcome,
  string
>;

/**
 * What the owner's wallet signs for one decision: the decision, everything granted, to whom, where and until when. Each
 * decision has its own message, so that a signature for one is useless for the other.
 */
function pairingMessage(
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

export interface SignedDecision extends ShownCode {
  readonly outcome: PairingOutcome;
  readonly wallet: Pubkey;
  /** 64 bytes of ed25519 over the message's UTF-8 bytes. */
  readonly signature: Uint8Array;
}

/**
 * Approves or denies a pairing, for the wallet that signed the message of that decision. A pairing is decided once.
 * Repeating the decision returns the same answer; any other decision is refused. A decided pairing is visible only with
 * a signature of its message. @throws PAIRING_UNKNOWN, PAIRING_DECIDED, PAIRING_SIGNATURE_REFUSED, CODE_GUESSES_EXCEEDED
 */
export async function decidePairing(
  context: PairingContext,
  decision: SignedDecision,
): Promise<PairingDecided> {
  const { outcome, wallet, signature } = decision;
  const signed = (found: FoundPairing): boolean =>
    isSignedBy(wallet, pairingMessage(found, outcome, context.place()), signature);
  const found = await findPairing(
    context,
    decision,
    (each) => each.pairing.status === 'pending' || signed(each),
  );
  if (found.pairing.status === 'pending' && !signed(found)) {
    throw new LaunchlensError('PAIRING_SIGNATURE_REFUSED', {
      verb: VERBS[outcome],
      member: outcome === 'denied' ? 'deny_message' : 'message',
    });
  }
  const now = context.clock.now();
  const decided = await context.pairings.decide(found.pairing.id, { outcome, owner: wallet, now });
  if (!decided || decided.status === 'pending') throw new LaunchlensError('PAIRING_UNKNOWN', {});
  if (decided.owner !== wallet || outcomeOf(decided) !== outcome) {
    throw new LaunchlensError('PAIRING_DECIDED', {});
  }
  return { status: outcome, client_name: decided.clientName, requested_scopes: [...decided.scopes] };
}

function outcomeOf({ status }: Pairing): PairingOutcome {
  return status === 'denied' ? 'denied' : 'approved';
}
