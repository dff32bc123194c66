import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { RateTier } from '../../../core/rules/rate-tiers.ts';
import type { CredentialKind, Scope } from '../../../core/rules/scopes.ts';

export type { RateTier };

/** Why a credential of ours is no longer valid. */
export type CredentialEnd = 'rotated' | 'revoked' | 'expired';

/** The owner behind an agent's credential, and its scopes. */
export interface AgentPrincipal {
  readonly credentialId: string;
  readonly kind: CredentialKind;
  /** The wallet that it acts for, and no other. */
  readonly owner: Pubkey;
  readonly scopes: ReadonlySet<Scope>;
  readonly tier: RateTier;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Where a credential is shown. */
export interface CredentialUse {
  /** The header as it came. */
  readonly authorization: string | undefined;
  /** Path of the surface or endpoint, for the owner's audit log. */
  readonly surface: string;
  /** Kinds that are accepted there. */
  readonly kinds: readonly CredentialKind[];
}

/**
 * Identifies the owner behind an agent's credential, on every call, so that a revocation applies from the next one on.
 */
export interface AgentAccess {
  /**
   * A refused use of a revoked, rotated or expired credential is recorded in its owner's audit log.
   * @throws CREDENTIAL_REQUIRED, CREDENTIAL_REFUSED (401 both, with the same body, which does not reveal why)
   */
  principal(use: CredentialUse): Promise<AgentPrincipal>;
  /** Records the same if no agent credential is accepted, and returns how it ended; other text has no effect. */
  noteRefused(use: Omit<CredentialUse, 'kinds'>): Promise<CredentialEnd | undefined>;
  /** Whether a credential is still valid: for streams that stay open. */
  stillHolds(credentialIds: readonly string[]): Promise<ReadonlySet<string>>;
}
