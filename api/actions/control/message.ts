import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { REQUEST_STATEMENT } from '../../../schemas/rest/signed-statements.ts';
import type { SignInPlace } from '../sign-in/context.ts';
import { wireInstant } from '../wire.ts';

export interface MessageParts {
  readonly id: string;
  readonly owner: Pubkey;
  readonly credentialId: string | undefined;
  readonly title: string;
  readonly lines: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * What the owner's wallet signs to approve a request: the decision, all effects, for whom, where and until when.
 * Rejecting needs no signature, so this message serves only to approve.
 */
export function requestMessage(parts: MessageParts, { domain, uri }: SignInPlace): string {
  const { id, owner, credentialId, title, lines, createdAt, expiresAt } = parts;
  return [
    `${opening(domain)}you to approve ${title}:`,
    owner,
    '',
    REQUEST_STATEMENT,
    '',
    'Decision: approve',
    ...lines,
    `Asked By: ${credentialId === undefined ? 'yourself' : `the agent of credential ${credentialId}`}`,
    `URI: ${uri}`,
    'Version: 1',
    `Request: ${id}`,
    `Requested At: ${wireInstant(createdAt)}`,
    `Expiration Time: ${wireInstant(expiresAt)}`,
  ].join('\n');
}

/** The start of each message of a domain. */
export function opening(domain: string): string {
  return `${domain} asks `;
}
