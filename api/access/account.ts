import type { Pubkey } from '../../core/kernel/pubkey.ts';

/** Who asks, as a bearer token says. */
export interface Account {
  /** Undefined for an account with no bound wallet. */
  readonly wallet: Pubkey | undefined;
}

/** Tells who a bearer token is. */
export interface TokenVerifier {
  /** @throws TOKEN_REFUSED, ISSUER_UNREACHABLE */
  verify(token: string): Promise<Account>;
}

export interface IssuedToken {
  readonly token: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Issues bearer tokens for wallets that have proven themselves. */
export interface TokenIssuer {
  issue(wallet: Pubkey): Promise<IssuedToken>;
}
