import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { named, UNKNOWN_MEMBER, wrongIn } from '../../../core/kernel/wrong-value.ts';
import { type GatedMarket, marketOfStrategy } from '../../../core/rules/restricted-markets.ts';
import { type StrategyAction, strategyAfter } from '../../../core/rules/strategies.ts';
import { planWith, type StrategyKind, type StrategyPlan } from '../../../schemas/strategies/kinds.ts';
import { whyNotRun } from '../../../schemas/strategies/run.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { Strategy } from '../../state/strategies/strategy.ts';
import type { AgentRecordsContext } from '../agent-records/records.ts';

/** A valid plan for its kind. @throws PARAMETER_MALFORMED naming the members */
export function checkedPlan(kind: StrategyKind, plan: unknown): StrategyPlan {
  const parsed = planWith(kind, {}).safeParse(plan);
  if (parsed.success) return parsed.data;
  const wrong = wrongIn(parsed.error).map(({ name, expected }) => ({
    name: name === '' ? 'plan' : `plan.${name}`,
    expected: expected === UNKNOWN_MEMBER ? `left out: ${kind} has none` : expected,
  }));
  throw new LaunchlensError('PARAMETER_MALFORMED', named(wrong));
}

function partsOf(kind: StrategyKind, plan: StrategyPlan): readonly string[] {
  if (kind !== 'composite') return [];
  return (plan.parts as readonly { readonly strategy_id: string }[]).map(({ strategy_id }) => strategy_id);
}

/**
 * The status after an action, with the plan that it then has: one that is not run is stored.
 * @throws STRATEGY_STATE, STRATEGY_NOT_RUN
 */
export function allowed(held: Strategy, action: StrategyAction, plan = held.plan): Strategy['status'] {
  const { status, kind } = held;
  const next = strategyAfter(status, action);
  if (next === undefined) throw new LaunchlensError('STRATEGY_STATE', { status, action });
  const reason = next === 'active' || next === 'paused' ? whyNotRun(kind, plan) : undefined;
  if (reason !== undefined && action === 'resume') throw new LaunchlensError('STRATEGY_NOT_RUN', { reason });
  return reason === undefined ? next : 'stored';
}

/** @throws STRATEGY_UNKNOWN */
export async function ownStrategy(
  { strategies }: AgentRecordsContext,
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
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  kind: StrategyKind,
  plan: StrategyPlan,
): Promise<void> {
  for (const id of partsOf(kind, plan)) {
    const part = await ownStrategy(agentRecords, caller, id);
    if (part.kind !== 'composite') continue;
    const expected = 'strategies of which none is a composite itself';
    throw new LaunchlensError('PARAMETER_MALFORMED', { name: 'parts', expected });
  }
}

/**
 * The market of the kind of a strategy that is kept already, for the check of the jurisdiction. What the owner has no
 * say in enters no market here, and is refused by the action.
 */

/** Of a strategy of the owner. */
export async function marketOfOwn(
  { strategies }: AgentRecordsContext,
  { owner }: AgentPrincipal,
  id: string,
): Promise<GatedMarket | undefined> {
  const found = await strategies.find(id);
  return found?.owner === owner ? marketOfStrategy(found.kind) : undefined;
}

/** Of a strategy that anybody may clone. */
export async function marketOfPublished(
  { strategies }: AgentRecordsContext,
  id: string,
): Promise<GatedMarket | undefined> {
  const found = await strategies.find(id);
  return found?.publication && marketOfStrategy(found.kind);
}

/** Of the owner's strategy that a suggestion would change. */
export async function marketOfSuggested(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  suggestionId: string,
): Promise<GatedMarket | undefined> {
  const found = await agentRecords.suggestions.find(caller.owner, suggestionId);
  return found && marketOfOwn(agentRecords, caller, found.strategyId);
}
