import { SIGN_IN_STATEMENT } from '../../../schemas/rest/signed-statements.ts';
import type { SignInPlace } from './context.ts';

const NONCE_LINE = /^Nonce: ([0-9A-Za-z]{8,64})$/m;

export interface MessageParts extends SignInPlace {
  readonly wallet: string;
  readonly chainId: string;
  readonly nonce: string;
  /** RFC 3339. */
  readonly issuedAt: string;
  readonly expiresAt: string;
}

/** A message in Sign In With Solana's format, which wallets recognise and show as a sign-in. */
export function signInMessage(parts: MessageParts): string {
  return [
    `${opening(parts.domain)}${parts.wallet}`,
    '',
    SIGN_IN_STATEMENT,
    '',
    `URI: ${parts.uri}`,
    'Version: 1',
    `Chain ID: ${parts.chainId}`,
    `Nonce: ${parts.nonce}`,
    `Issued At: ${parts.issuedAt}`,
    `Expiration Time: ${parts.expiresAt}`,
  ].join('\n');
}

/** The start of a domain's message. */
export function opening(domain: string): string {
  return `${domain} wants you to sign in with your Solana account:\n`;
}

export function nonceOf(message: string): string | undefined {
  return NONCE_LINE.exec(message)?.[1];
}
