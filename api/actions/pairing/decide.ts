import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { PairingDecided } from '../../../schemas/rest/pairing.ts';
import { isSignedBy } from '../../access/wallet-signature.ts';
import type { Pairing, PairingOutcome } from '../../state/pairings/pairing.ts';
import type { PairingContext } from './context.ts';
import { type FoundPairing, findPairing, type ShownCode } from './find.ts';
import { pairingMessage, VERBS } from './message.ts';

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
    throw new LaunchlensError('PAIRING_SIGNATURE_REFUSED', { verb: VERBS[outcome] });
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
