import { NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import type { PermissionMode } from '../../../core/rules/permission-mode.ts';
import type { Limit, Policy } from './changes.ts';

export interface Guardrails {
  readonly permission_mode: PermissionMode;
  readonly policy: Policy;
  readonly limits: readonly Limit[];
}

/** A tenth of a SOL for one intent, half a SOL in 24 hours. */
const SAFE_LIMIT: Limit = { mint: NATIVE_MINT, per_intent: 100_000_000n, per_day: 500_000_000n };

/** Whether agents may propose any amount of any token. */
export const isUnlimited = ({ limits, policy }: Guardrails): boolean =>
  limits.length === 0 && policy.allowed_mints === null;

/**
 * Guardrails to start with for an owner without limits: the owner approves each intent, and only a little SOL may leave.
 * They let agents do less in each part, so that they apply without a signature.
 */
export function safeStart({ permission_mode, policy }: Guardrails): Guardrails {
  return {
    permission_mode: permission_mode === 'delegate' ? 'propose' : permission_mode,
    policy: { ...policy, allowed_mints: [NATIVE_MINT] },
    limits: [SAFE_LIMIT],
  };
}
