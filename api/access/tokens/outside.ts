import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Caller, TokenVerifier } from '../caller.ts';
import { callerOf, type ExpectedClaims, refusal, verifyOptions } from './claims.ts';

/** Only asymmetric ones: with a symmetric one, anyone with the public keys could sign. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const TIMEOUT_MS = 5_000;
const MAX_AGE_MS = 600_000;
/** A token with an unknown key causes the keys to be read again, at most this often. */
const COOLDOWN_MS = 10_000;

export interface OutsideIssuer extends ExpectedClaims {
  readonly jwksUrl: string;
  readonly cooldownMs?: number;
}

/** Tokens of another issuer, verified with its published keys; key rotation is followed. */
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
        return callerOf(token, await payloadOf(token, keyOf, verifyOptions(expected, ALGORITHMS)));
      } catch (error) {
        throw error instanceof LaunchlensError ? error : refusal(error);
      }
    },
  };
}

/** A token need not name its key: during a rotation, several may have signed it. */
async function payloadOf(
  token: string,
  keyOf: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keyOf, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      const payload = await payloadBy(key, token, options);
      if (payload) return payload;
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

/** Undefined if another key signed it; other faults of the token do not depend on the key. */
async function payloadBy(
  key: CryptoKey,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload | undefined> {
  try {
    return (await jwtVerify(token, key, options)).payload;
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed) return undefined;
    throw error;
  }
}

/** All other failures of the keys are the issuer's, and no reason to sign in again. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}
