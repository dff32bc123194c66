import type { SignInPlace } from './context.ts';

/** On one line, as the form has it; what the token of a sign-in is good for, so that nobody signs for less. */
const STATEMENT = [
  'Sign in to look after your agents and your rewards: to issue, rotate and revoke keys and tokens, to set guardrails,',
  'to answer intents, to read your rewards and to request payouts.',
  'Wider guardrails, and new keys beyond the base scopes, take signatures of their own.',
  'This proves that the wallet is yours; it moves no funds.',
].join(' ');
const NONCE_LINE = /^Nonce: ([0-9A-Za-z]{8,64})$/m;

export interface MessageParts extends SignInPlace {
  readonly wallet: string;
  readonly chainId: string;
  readonly nonce: string;
  /** RFC 3339. */
  readonly issuedAt: string;
  readonly expiresAt: string;
}

/** A message in the form that Sign In With Solana gives it, which wallets know and show as a sign-in. */
export function signInMessage(parts: MessageParts): string {
  return [
    `${opening(parts.domain)}${parts.wallet}`,
    '',
    STATEMENT,
    '',
    `URI: ${parts.uri}`,
    'Version: 1',
    `Chain ID: ${parts.chainId}`,
    `Nonce: ${parts.nonce}`,
    `Issued At: ${parts.issuedAt}`,
    `Expiration Time: ${parts.expiresAt}`,
  ].join('\n');
}

/** What a message of a domain begins with. */
export function opening(domain: string): string {
  return `${domain} wants you to sign in with your Solana account:\n`;
}

export function nonceOf(message: string): string | undefined {
  return NONCE_LINE.exec(message)?.[1];
}
