/** Why a credential or a token was refused, for /metrics. The answer to the client never says. */
export const REFUSAL_REASONS = [
  'missing',
  'unknown',
  'wrong_surface',
  'revoked',
  'rotated',
  'expired',
  'bad_token',
] as const;

export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export interface CredentialMetrics {
  /** Counts one refused credential or token. */
  credentialRefused(reason: RefusalReason): void;
}
