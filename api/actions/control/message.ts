import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { SignInPlace } from '../sign-in/context.ts';
import { wireInstant } from '../wire.ts';

const STATEMENT =
  'Signing lets happen exactly what stands below, and nothing else. It hands over no key and moves no funds. Go on only if it is what you want.';

export interface MessageParts {
  readonly id: string;
  readonly owner: Pubkey;
  readonly credentialId: string | undefined;
  readonly title: string;
  readonly lines: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** What the owner's wallet signs to let a request happen: all of it, for whom, where and until when. */
export function requestMessage(parts: MessageParts, { domain, uri }: SignInPlace): string {
  const { id, owner, credentialId, title, lines, createdAt, expiresAt } = parts;
  return [
    `${opening(domain)}${title}:`,
    owner,
    '',
    STATEMENT,
    '',
    ...lines,
    `Asked By: ${credentialId === undefined ? 'yourself' : `the agent of credential ${credentialId}`}`,
    `URI: ${uri}`,
    'Version: 1',
    `Request: ${id}`,
    `Requested At: ${wireInstant(createdAt)}`,
    `Expiration Time: ${wireInstant(expiresAt)}`,
  ].join('\n');
}

/** What the message of a domain begins with. */
export function opening(domain: string): string {
  return `${domain} asks your wallet to decide about `;
}
