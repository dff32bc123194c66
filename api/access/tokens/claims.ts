import { errors, type JWTPayload, type JWTVerifyOptions } from 'jose';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { isPubkey } from '../../../core/kernel/pubkey.ts';
import type { Caller } from '../caller.ts';

/** What a token must say beside being signed; issuer and audience where they are configured. */
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

export function callerOf({ sub }: JWTPayload): Caller {
  return { wallet: sub !== undefined && isPubkey(sub) ? sub : undefined, how: 'owner' };
}

/** Why a token is refused, without a word of the token. */
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
