import { randomUUID } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { BASE_SCOPES, lifetimeOf, orderedScopes, type Scope } from '../../../core/rules/scopes.ts';
import type { PairingPolled, PairingStarted } from '../../../schemas/rest/pairing.ts';
import { wireInstant } from '../wire.ts';
import { deviceHash, newDeviceCode, newUserCode, type PairingContext, userCodeHash } from './find.ts';

/** Starts of one client and window of ten seconds: each costs a write, without a signed-in caller. */
export const PAIRINGS_PER_WINDOW = 200;

const LIFETIME_MS = 10 * 60 * 1000;
const INTERVAL_SECONDS = 5;
const UNNAMED = 'unnamed agent';
/** Two open pairings almost never get the same code of 20^8, so more than three attempts are pointless. */
const ATTEMPTS = 3;

export interface PairingAsked {
  readonly scopes: readonly Scope[] | undefined;
  readonly clientName: string | undefined;
}

/** Both sides of a pairing's exchange, for APIs other than REST. */
export interface PairingExchange {
  /** @throws RATE_LIMITED */
  readonly start: (asked: PairingAsked) => Promise<PairingStarted>;
  readonly poll: (deviceCode: string, surface: string) => Promise<PairingPolled>;
  readonly now: () => number;
}

/** @param waitSeconds counts a start by the current request's client; above 0, it is refused */
export function pairingExchange(context: PairingContext, waitSeconds: () => number): PairingExchange {
  return {
    start: async (asked) => {
      const seconds = waitSeconds();
      if (seconds > 0) throw new LaunchlensError('RATE_LIMITED', { seconds });
      return startPairing(context, asked);
    },
    poll: (deviceCode, surface) => pollPairing(context, deviceCode, surface),
    now: () => context.clock.now(),
  };
}

/** Opens a pairing for an agent: nothing is granted until the owner of a wallet signs. */
export async function startPairing(context: PairingContext, asked: PairingAsked): Promise<PairingStarted> {
  const { pairings, codeKey, clock, place } = context;
  const scopes = orderedScopes(asked.scopes ?? BASE_SCOPES);
  const createdAt = clock.now();
  const deviceCode = newDeviceCode();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const userCode = newUserCode();
    const started = await pairings.start({
      id: randomUUID(),
      ...{ scopes, createdAt, intervalSeconds: INTERVAL_SECONDS },
      deviceHash: deviceHash(deviceCode),
      userCodeHash: userCodeHash(codeKey, userCode),
      clientName: asked.clientName ?? UNNAMED,
      expiresAt: createdAt + LIFETIME_MS,
      tokenExpiresAt: createdAt + lifetimeOf('token', scopes),
    });
    const url = `${place().uri}/pair`;
    if (started) {
      return {
        user_code: userCode,
        device_code: deviceCode,
        verification_url: url,
        verification_url_complete: `${url}?user_code=${userCode}`,
        interval: INTERVAL_SECONDS,
        expires_in: LIFETIME_MS / 1000,
      };
    }
  }
  throw new LaunchlensError('INTERNAL', {});
}

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
