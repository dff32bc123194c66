import type { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { ErrorCode } from '../../../core/kernel/errors/registry.ts';
import type { Gate } from '../../../core/rules/gates.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { ControlContext } from './context.ts';

/** Codes by the check that refuses with them; all others before the answer concern the arguments. */
const GATES_OF: Partial<Record<ErrorCode, Gate>> = {
  MISSING_SCOPE: 'scope',
  WALLET_KILLED: 'switch',
  WALLET_PAUSED: 'switch',
  PERMISSION_MODE_FORBIDS: 'permission_mode',
  POLICY_FORBIDS: 'wallet_policy',
  LIMIT_EXCEEDED: 'limits',
  JURISDICTION_UNKNOWN: 'jurisdiction',
  JURISDICTION_FORBIDS: 'jurisdiction',
};

/** Whether a check refuses with it. */
export function isOfGate({ code }: LaunchlensError): boolean {
  return GATES_OF[code] !== undefined;
}

/**
 * Records the decision about a call in the owner's audit log. @param error as sent to the caller; undefined if it was
 * allowed
 */
export async function noteDecision(
  { decisions, clock }: Pick<ControlContext, 'decisions' | 'clock'>,
  { owner, credentialId }: AgentPrincipal,
  { tool, error }: { readonly tool: string; readonly error: LaunchlensError | undefined },
): Promise<void> {
  const refusal = error && { gate: GATES_OF[error.code] ?? 'arguments', code: error.code.toLowerCase() };
  await decisions.record({ owner, credentialId, tool, at: clock.now(), refusal });
}
