import { z } from 'zod';
import { namesColumn, record, timestampColumn } from '../../../core/oltp/statements.ts';
import { RATE_TIERS } from '../../../core/rules/rate-tiers.ts';
import { CREDENTIAL_KINDS, SCOPES } from '../../../core/rules/scopes.ts';

/** What is stored of a secret, and shown of it later. */
export interface SecretPrint {
  /** SHA-256 of the whole secret, in hex. */
  readonly hash: string;
  readonly prefix: string;
  /** Its last four characters. */
  readonly last4: string;
}

/** An unknown scope makes the row unreadable, never broader. */
export const scopesColumn = namesColumn(z.array(z.enum(SCOPES)).readonly());

/** A pairing token or an API key. Times are Unix milliseconds. */
export const credential = record({
  id: z.string(),
  kind: z.enum(CREDENTIAL_KINDS),
  owner: z.string(),
  label: z.string(),
  scopes: scopesColumn,
  tier: z.enum(RATE_TIERS),
  prefix: z.string(),
  last4: z.string(),
  createdAt: timestampColumn,
  expiresAt: timestampColumn,
  /** Accurate to about a minute. */
  lastUsedAt: timestampColumn.nullable(),
  revokedAt: timestampColumn.nullable(),
  /** Id of its replacement after a rotation. */
  replacedBy: z.string().nullable(),
  /** When the owner's wallet signed for its scopes. */
  confirmedAt: timestampColumn.nullable(),
});

export type Credential = z.output<typeof credential.row>;

/** Why a credential is no longer valid, at a time in Unix milliseconds; undefined while it is. */
export function endOfCredential(
  { revokedAt, replacedBy, expiresAt }: Credential,
  now: number,
): 'rotated' | 'revoked' | 'expired' | undefined {
  if (replacedBy !== undefined) return 'rotated';
  if (revokedAt !== undefined) return 'revoked';
  return now >= expiresAt ? 'expired' : undefined;
}
