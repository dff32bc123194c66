import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type StrategyAction, strategyAfter } from '../../../core/rules/strategies.ts';
import type { StrategyKind, StrategyPlan } from '../../../schemas/strategies/kinds.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { Strategy } from '../../state/strategies/strategy.ts';
import type { DeskContext } from '../desk/context.ts';
import { partsOf } from './plans.ts';

/** The status after an action. @throws STRATEGY_STATE */
export function allowed({ status }: Strategy, action: StrategyAction): Strategy['status'] {
  const next = strategyAfter(status, action);
  if (next === undefined) throw new LaunchlensError('STRATEGY_STATE', { status, action });
  return next;
}

/** @throws STRATEGY_UNKNOWN */
export async function ownStrategy(
  { strategies }: DeskContext,
  { owner }: AgentPrincipal,
  id: string,
): Promise<Strategy> {
  const found = await strategies.find(id);
  if (found?.owner !== owner) throw new LaunchlensError('STRATEGY_UNKNOWN', {});
  return found;
}

/**
 * A composite consists of strategies of the same owner, none of them a composite: so it never contains itself.
 * @throws STRATEGY_UNKNOWN, PARAMETER_MALFORMED
 */
export async function requireParts(
  desk: DeskContext,
  caller: AgentPrincipal,
  kind: StrategyKind,
  plan: StrategyPlan,
): Promise<void> {
  for (const id of partsOf(kind, plan)) {
    const part = await ownStrategy(desk, caller, id);
    if (part.kind !== 'composite') continue;
    const expected = 'strategies of which none is a composite itself';
    throw new LaunchlensError('PARAMETER_MALFORMED', { name: 'parts', expected });
  }
}
