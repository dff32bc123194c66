import { marketOfStrategy } from '../../../core/rules/jurisdictions.ts';
import type { Move } from '../../../core/rules/moves.ts';
import type { StrategyKind } from '../../../schemas/strategies/kinds.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { DeskContext } from '../desk/context.ts';

/**
 * What the checks need about a stored strategy: the market of its kind. It moves nothing itself. A strategy that the
 * owner may not use enters no market here, and the action refuses it.
 */

/** Of a strategy of the owner. */
export async function moveOfOwn(
  { strategies }: DeskContext,
  { owner }: AgentPrincipal,
  id: string,
): Promise<Move> {
  const found = await strategies.find(id);
  return onMarketOf(found?.owner === owner ? found.kind : undefined);
}

/** Of a published strategy. */
export async function moveOfPublished({ strategies }: DeskContext, id: string): Promise<Move> {
  const found = await strategies.find(id);
  return onMarketOf(found?.publication && found.kind);
}

/** Of the owner's strategy that a suggestion would change. */
export async function moveOfSuggested(
  desk: DeskContext,
  caller: AgentPrincipal,
  suggestionId: string,
): Promise<Move> {
  const found = await desk.suggestions.find(caller.owner, suggestionId);
  return found ? moveOfOwn(desk, caller, found.strategyId) : onMarketOf(undefined);
}

function onMarketOf(kind: StrategyKind | undefined): Move {
  return { outflows: [], counterparties: [], market: kind && marketOfStrategy(kind) };
}
