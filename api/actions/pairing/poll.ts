import type { PairingPolled } from '../../../schemas/rest/pairing.ts';
import { wireInstant } from '../wire.ts';
import { deviceHash } from './codes.ts';
import type { PairingContext } from './context.ts';

/** The state of a pairing, for the agent that started it. The token appears in one answer only. */
export async function pollPairing(
  { pairings, secrets, clock }: PairingContext,
  deviceCode: string,
  surface: string,
): Promise<PairingPolled> {
  const { secret, print } = secrets.make('token');
  const outcome = await pairings.poll({
    deviceHash: deviceHash(deviceCode),
    ...{ print, surface, now: clock.now() },
  });
  switch (outcome.status) {
    case 'pending':
    case 'slow_down':
      return { status: outcome.status, interval: outcome.intervalSeconds };
    case 'approved': {
      const { scopes, expiresAt } = outcome.credential;
      return {
        status: 'approved',
        token: secret,
        scopes: [...scopes],
        expires_at: wireInstant(expiresAt),
      };
    }
    default:
      return { status: outcome.status };
  }
}
