import type { Pubkey } from '../../core/kernel/pubkey.ts';

/**
 * How a caller represents a wallet: as its `owner`, with an account's bearer token, or as an `agent`, with a credential
 * from its owner. Transports know how each is sent; actions only know callers.
 */
export type CallerKind = 'owner' | 'agent';

/** The sender of a request, over any API. */
export interface Caller {
  /** The account's wallet; for an agent, its owner's; undefined for an account with no bound wallet. */
  readonly wallet: Pubkey | undefined;
  readonly how: CallerKind;
  /** Only for owners. */
  readonly session?: OwnerSession | undefined;
}

/** The sign-in behind a bearer token. Times are Unix milliseconds. */
export interface OwnerSession {
  /** SHA-256 of what the token's issuer signed, in hex. */
  readonly idHash: string;
  /** When the owner signed in; undefined if the token does not say. */
  readonly signedInAt: number | undefined;
  readonly expiresAt: number;
}

/** Identifies the caller of a bearer token. */
export interface TokenVerifier {
  /** @throws TOKEN_REFUSED, ISSUER_UNREACHABLE */
  verify(token: string): Promise<Caller>;
}

export interface IssuedToken {
  readonly token: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Issues bearer tokens for wallets that have signed in. */
export interface TokenIssuer {
  issue(wallet: Pubkey): Promise<IssuedToken>;
}
