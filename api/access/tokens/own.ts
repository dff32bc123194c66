import { randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Caller, IssuedToken, TokenIssuer, TokenVerifier } from '../caller.ts';
import { callerOf, type ExpectedClaims, refusal, verifyOptions } from './claims.ts';

const ALGORITHM = 'HS256';
const LIFETIME_MS = 12 * 60 * 60 * 1000;

/** Tokens that this API issues and verifies with one secret: HS256 only. */
export function ownTokens(secret: string, expected: ExpectedClaims): TokenVerifier & TokenIssuer {
  const key = new TextEncoder().encode(secret);
  return {
    verify: async (token): Promise<Caller> => {
      try {
        const { payload } = await jwtVerify(token, key, verifyOptions(expected, [ALGORITHM]));
        return callerOf(token, payload);
      } catch (error) {
        throw refusal(error);
      }
    },
    issue: async (wallet: Pubkey): Promise<IssuedToken> => {
      const { issuer, audience, clock } = expected;
      // Whole seconds, as the claims have them.
      const issuedAt = Math.floor(clock.now() / 1000);
      const expiresAt = issuedAt + LIFETIME_MS / 1000;
      const token = new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setSubject(wallet)
        // Two sign-ins within one second are two sessions: ending one leaves the other.
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt);
      if (issuer !== undefined) token.setIssuer(issuer);
      if (audience !== undefined) token.setAudience(audience);
      return { token: await token.sign(key), expiresAt: expiresAt * 1000 };
    },
  };
}
