import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { RateTier } from '../../../core/rules/rate-tiers.ts';
import type { CredentialKind, Scope } from '../../../core/rules/scopes.ts';

export type { RateTier };

/** For whom a credential of an agent acts, and what it is good for. */
export interface AgentPrincipal {
  readonly credentialId: string;
  readonly kind: CredentialKind;
  /** The wallet that it acts for, and for no other. */
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
  /** Path of the surface or endpoint, for the owner's trail. */
  readonly surface: string;
  /** Kinds that are accepted there. */
  readonly kinds: readonly CredentialKind[];
}

/** Tells for whom an agent acts. Asked on every call, so that a revocation holds from the next one. */
export interface AgentAccess {
  /**
   * A refused use of a credential that was revoked, rotated away or has expired is noted in its owner's trail.
   * @throws CREDENTIAL_REQUIRED, CREDENTIAL_REFUSED (401 both, one body: nobody learns why)
   */
  principal(use: CredentialUse): Promise<AgentPrincipal>;
  /** Notes the same where no credential of an agent is accepted; a text that is not an ended credential changes nothing. */
  noteRefused(use: Omit<CredentialUse, 'kinds'>): Promise<void>;
  /** Whether a credential still holds: for streams that stay open. */
  stillHolds(credentialIds: readonly string[]): Promise<ReadonlySet<string>>;
}
