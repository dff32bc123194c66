import { createHash } from 'node:crypto';
import { errors, type JWTPayload, type JWTVerifyOptions } from 'jose';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { isPubkey } from '../../../core/kernel/pubkey.ts';
import type { Caller } from '../caller.ts';

/** The claims required of a token, besides its signature; issuer and audience if configured. */
export interface ExpectedClaims {
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  readonly clock: Clock;
}

export function verifyOptions(
  { issuer, audience, clock }: ExpectedClaims,
  algorithms: readonly string[],
): JWTVerifyOptions {
  return {
    algorithms: [...algorithms],
    requiredClaims: ['exp'],
    currentDate: new Date(clock.now()),
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
  };
}

/** The latest time that a `Date` supports: an issuer may grant any expiry. */
const LAST_MS = 8.64e15;

/** The caller of a verified token. */
export function callerOf(token: string, { sub, exp = 0, iat, auth_time: authTime }: JWTPayload): Caller {
  // A refreshed token is newer than the sign-in behind it.
  const signedInAt = typeof authTime === 'number' ? authTime : iat;
  return {
    wallet: sub !== undefined && isPubkey(sub) ? sub : undefined,
    how: 'owner',
    session: {
      idHash: sessionHash(token),
      signedInAt: signedInAt === undefined ? undefined : signedInAt * 1000,
      expiresAt: Math.min(exp * 1000, LAST_MS),
    },
  };
}

/** Over header and payload only: one signature has several encodings, and all of them are the same token. */
function sessionHash(token: string): string {
  const signed = token.slice(0, token.lastIndexOf('.'));
  return createHash('sha256').update(`bearer token ${signed}`).digest('hex');
}

/** Why a token is refused, without quoting it. */
export function refusal(error: unknown): LaunchlensError {
  return new LaunchlensError('TOKEN_REFUSED', { reason: reasonOf(error) }, error);
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'it has expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.reason === 'missing'
      ? `it has no ${error.claim}`
      : `its ${error.claim} is not what is expected here`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'its algorithm is not accepted here';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature does not hold';
  if (error instanceof errors.JWKSNoMatchingKey) return 'its issuer has no such key';
  return 'it is not a token that this API accepts';
}
