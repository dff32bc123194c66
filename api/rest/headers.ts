import { agentErrors } from '../../core/kernel/errors/agents.ts';
import type { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { credentialChallenge } from '../access/agents/header.ts';

/**
 * Headers of every answer: any origin may read, nothing may be framed, sniffed or made to load a third party.
 * Constants rather than plugins, because at this size of answer their hooks would cost more than the answer.
 */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Content-Disposition, ETag, Launchlens-Digest, Launchlens-Rows, Launchlens-Undecodable, Retry-After, WWW-Authenticate, X-Last-Indexed-Slot, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What a browser may send from another origin to a path with these `methods`. */
export function preflightHeaders(methods: string): Record<string, string> {
  return {
    allow: methods,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'Authorization, Content-Type, Accept, Idempotency-Key, If-None-Match',
    'access-control-max-age': '86400',
  };
}

/** The header of a refusal without a valid token (RFC 6750). */
export function challengeHeaders({ status, code }: LaunchlensError): Record<string, string> {
  if (status !== 401) return {};
  if (Object.hasOwn(agentErrors, code)) {
    return { 'www-authenticate': credentialChallenge(code !== 'CREDENTIAL_REQUIRED') };
  }
  return { 'www-authenticate': code === 'TOKEN_REFUSED' ? 'Bearer error="invalid_token"' : 'Bearer' };
}
