import type { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { ErrorCode } from '../../../core/kernel/errors/registry.ts';
import type { Gate } from '../../../core/rules/gates.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { ControlContext } from '../control/context.ts';

/** Codes by the check that refuses with them; whatever else comes before the answer is about the arguments. */
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

/** Whether it is how a check refuses. */
export function isRefusalOfCheck({ code }: LaunchlensError): boolean {
  return GATES_OF[code] !== undefined;
}

/** Writes into the owner's audit log what was decided about a call. @param error as the caller is told it; none where it passed */
export async function noteDecision(
  { decisions, clock }: Pick<ControlContext, 'decisions' | 'clock'>,
  { owner, credentialId }: AgentPrincipal,
  { tool, error }: { readonly tool: string; readonly error: LaunchlensError | undefined },
): Promise<void> {
  const refusal = error && { gate: GATES_OF[error.code] ?? 'arguments', code: error.code.toLowerCase() };
  await decisions.record({ owner, credentialId, tool, at: clock.now(), refusal });
}
