import { z } from 'zod';
import { timestampColumn } from '../../../core/oltp/columns.ts';
import { RATE_TIERS, type RateTier } from '../../../core/rules/rate-tiers.ts';
import { CREDENTIAL_KINDS, type CredentialKind, type Scope } from '../../../core/rules/scopes.ts';
import { scopesColumn } from '../scopes-column.ts';

/** What is stored of a secret, and shown of it later. */
export interface SecretPrint {
  /** SHA-256 of the whole secret, in hex. */
  readonly hash: string;
  readonly prefix: string;
  /** Its last four characters. */
  readonly last4: string;
}

/** A pairing token or an API key. Times are Unix milliseconds. */
export interface Credential {
  readonly id: string;
  readonly kind: CredentialKind;
  readonly owner: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly tier: RateTier;
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Accurate to about a minute. */
  readonly lastUsedAt: number | undefined;
  readonly revokedAt: number | undefined;
  /** Id of its replacement after a rotation. */
  readonly replacedBy: string | undefined;
  /** When the owner's wallet signed for its scopes. */
  readonly confirmedAt: number | undefined;
}

/** Why a credential is no longer valid, at a time in Unix milliseconds; undefined while it is. */
export function endOfCredential(
  { revokedAt, replacedBy, expiresAt }: Credential,
  now: number,
): 'rotated' | 'revoked' | 'expired' | undefined {
  if (replacedBy !== undefined) return 'rotated';
  if (revokedAt !== undefined) return 'revoked';
  return now >= expiresAt ? 'expired' : undefined;
}

export const COLUMNS = [
  ...['id', 'kind', 'owner', 'label', "array_to_string(scopes, ',') AS scopes", 'tier', 'prefix', 'last4'],
  ...['created_at', 'expires_at', 'last_used_at', 'revoked_at', 'replaced_by', 'confirmed_at'],
].join(', ');

const columns = z.object({
  id: z.string(),
  kind: z.enum(CREDENTIAL_KINDS),
  owner: z.string(),
  label: z.string(),
  scopes: scopesColumn,
  tier: z.enum(RATE_TIERS),
  prefix: z.string(),
  last4: z.string(),
  created_at: timestampColumn,
  expires_at: timestampColumn,
  last_used_at: timestampColumn.nullable(),
  revoked_at: timestampColumn.nullable(),
  replaced_by: z.string().nullable(),
  confirmed_at: timestampColumn.nullable(),
});

export const credentialRow = columns.transform(credentialOf);
export const hashedCredentialRow = columns
  .extend({ hash: z.string() })
  .transform(({ hash, ...rest }) => ({ hash, credential: credentialOf(rest) }));

function credentialOf(row: z.output<typeof columns>): Credential {
  const { created_at, expires_at, last_used_at, revoked_at, replaced_by, confirmed_at, ...rest } = row;
  return {
    ...rest,
    createdAt: created_at,
    expiresAt: expires_at,
    lastUsedAt: last_used_at ?? undefined,
    revokedAt: revoked_at ?? undefined,
    replacedBy: replaced_by ?? undefined,
    confirmedAt: confirmed_at ?? undefined,
  };
}
