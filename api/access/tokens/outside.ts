import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Caller, TokenVerifier } from '../caller.ts';
import { callerOf, type ExpectedClaims, refusal, verifyOptions } from './claims.ts';

/** Asymmetric ones only: with a symmetric one, whoever reads the public keys could sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const TIMEOUT_MS = 5_000;
const MAX_AGE_MS = 600_000;
/** A token that names an unknown key has the keys read again, at most this often. */
const COOLDOWN_MS = 10_000;

export interface OutsideIssuer extends ExpectedClaims {
  readonly jwksUrl: string;
  readonly cooldownMs?: number;
}

/** Tokens of an outside issuer, verified by the keys that it publishes; its rotation is followed. */
export function outsideTokens({
  jwksUrl,
  cooldownMs = COOLDOWN_MS,
  ...expected
}: OutsideIssuer): TokenVerifier {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: MAX_AGE_MS,
    cooldownDuration: cooldownMs,
  });
  const keyOf: JWTVerifyGetKey = async (...asked) => {
    try {
      return await keys(...asked);
    } catch (error) {
      throw isAboutToken(error) ? error : new LaunchlensError('ISSUER_UNREACHABLE', {}, error);
    }
  };
  return {
    verify: async (token): Promise<Caller> => {
      try {
        const { payload } = await jwtVerify(token, keyOf, verifyOptions(expected, ALGORITHMS));
        return callerOf(payload);
      } catch (error) {
        throw error instanceof LaunchlensError ? error : refusal(error);
      }
    },
  };
}

/** Everything else that goes wrong with the keys is the issuer's trouble, and no reason to sign in again. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
