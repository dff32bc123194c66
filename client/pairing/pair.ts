import {
  MalformedAnswerError,
  PairingDeniedError,
  PairingExpiredError,
  TimeoutError,
  UnreachableError,
} from '../errors/failures.ts';
import { RateLimitedError, ServerError, UnavailableError } from '../errors/refusals.ts';
import type { Wait } from '../http/wait.ts';
import type { Rest } from '../rest/rest.ts';
import type { PairingPolled, PairingStarted } from '../types/answers.ts';
import type { Scope } from '../types/scopes.ts';

export interface PairingCode {
  /** For the owner, to compare with what the page shows. */
  readonly userCode: string;
  /** Where the owner types the code. */
  readonly verificationUrl: string;
  /** The same with the code filled in. */
  readonly verificationUrlComplete: string;
  /** Seconds until it expires. */
  readonly expiresIn: number;
}

export interface PairOptions {
  /** The requested scopes: by default `read`, `quote` and `intent`. */
  readonly scopes?: readonly Scope[] | undefined;
  /** The agent's name, as shown to the owner. */
  readonly clientName?: string | undefined;
  /** Shows code and address to the owner of the wallet. */
  readonly onCode: (code: PairingCode) => void | Promise<void>;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
}

export interface PairedToken {
  /** The pairing token; it cannot be requested again. */
  readonly token: string;
  readonly scopes: readonly Scope[];
  /** When it expires. */
  readonly expiresAt: string | undefined;
}

/** The specification's interval, if the server names none. */
const INTERVAL_SECONDS = 5;
const SLOW_DOWN_SECONDS = 5;
const EXPIRES_IN_SECONDS = 600;

/** Failures that say nothing about the pairing. */
const PASSING = [UnreachableError, TimeoutError, UnavailableError, ServerError, RateLimitedError];

/** Pairs an agent with the owner of a wallet. @throws PairingDeniedError, PairingExpiredError, the signal's reason */
export async function pair(
  rest: Rest,
  wait: Wait,
  { scopes, clientName, onCode, signal }: PairOptions,
): Promise<PairedToken> {
  const body = {
    ...(scopes && { requested_scopes: scopes }),
    ...(clientName && { client_name: clientName }),
  };
  const started = await rest.post<PairingStarted>('/pair/start/', { body }, { signal });
  await onCode({
    userCode: started.user_code,
    verificationUrl: started.verification_url,
    verificationUrlComplete: started.verification_url_complete,
    expiresIn: started.expires_in ?? EXPIRES_IN_SECONDS,
  });
  return decisionOn(started, { rest, wait, signal });
}

interface Polling {
  readonly rest: Rest;
  readonly wait: Wait;
  readonly signal: AbortSignal | undefined;
}

async function decisionOn(started: PairingStarted, polling: Polling): Promise<PairedToken> {
  let interval = started.interval ?? INTERVAL_SECONDS;
  let left = started.expires_in ?? EXPIRES_IN_SECONDS;
  while (left > 0) {
    await polling.wait(interval * 1_000, polling.signal);
    left -= interval;
    const polled = await poll(started.device_code, polling);
    switch (polled.status) {
      case 'approved':
        return tokenOf(polled);
      case 'denied':
        throw new PairingDeniedError();
      case 'expired':
        throw new PairingExpiredError();
      case 'slow_down':
        interval = Math.max(polled.interval ?? 0, interval + SLOW_DOWN_SECONDS);
        break;
      default:
        interval = Math.max(polled.interval ?? 0, interval);
    }
  }
  throw new PairingExpiredError();
}

/** One poll. After a temporary failure it is still `pending`: the next poll will tell. */
async function poll(deviceCode: string, { rest, signal }: Polling): Promise<PairingPolled> {
  const posted = { body: { device_code: deviceCode }, secrets: [deviceCode] };
  try {
    return await rest.post<PairingPolled>('/pair/poll/', posted, { signal, retries: 0 });
  } catch (error) {
    if (!PASSING.some((kind) => error instanceof kind)) throw error;
    const retryAfter = error instanceof RateLimitedError ? error.retryAfter : undefined;
    return { status: 'pending', ...(retryAfter !== undefined && { interval: retryAfter }) };
  }
}

function tokenOf({ token, scopes = [], expires_at: expiresAt }: PairingPolled): PairedToken {
  if (token === undefined) throw new MalformedAnswerError('The server approved without a token.');
  return { token, scopes, expiresAt };
}
