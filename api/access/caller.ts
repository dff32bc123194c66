import type { Pubkey } from '../../core/kernel/pubkey.ts';

/**
 * How a caller comes to a wallet: as its `owner`, by a bearer token of an account, or as an `agent`, by a credential
 * that its owner gave out. Doors know how each is shown to them; actions know callers only.
 */
export type CallerKind = 'owner' | 'agent';

/** Who asks, over whichever API. */
export interface Caller {
  /** The account's wallet, of an agent its owner's; undefined for an account with no bound wallet. */
  readonly wallet: Pubkey | undefined;
  readonly how: CallerKind;
  /** Of an owner; agents have none. */
  readonly session?: OwnerSession | undefined;
}

/** The sign-in that a bearer token comes from. Times are Unix milliseconds. */
export interface OwnerSession {
  /** SHA-256 of what the token's issuer signed, in hex. */
  readonly idHash: string;
  /** When the owner signed in; undefined where the token does not say. */
  readonly signedInAt: number | undefined;
  readonly expiresAt: number;
}

/** Tells who a bearer token is. */
export interface TokenVerifier {
  /** @throws TOKEN_REFUSED, ISSUER_UNREACHABLE */
  verify(token: string): Promise<Caller>;
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
