import { type GatedMarket, marketOfStrategy } from '../../../core/rules/jurisdictions.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { DeskContext } from '../desk/context.ts';

/**
 * The market of the kind of a strategy that is kept already, for the check of the jurisdiction. What the owner has no
 * say in enters no market here, and is refused by the action.
 */

/** Of a strategy of the owner. */
export async function marketOfOwn(
  { strategies }: DeskContext,
  { owner }: AgentPrincipal,
  id: string,
): Promise<GatedMarket | undefined> {
  const found = await strategies.find(id);
  return found?.owner === owner ? marketOfStrategy(found.kind) : undefined;
}

/** Of a strategy that anybody may clone. */
export async function marketOfPublished(
  { strategies }: DeskContext,
  id: string,
): Promise<GatedMarket | undefined> {
  const found = await strategies.find(id);
  return found?.publication && marketOfStrategy(found.kind);
}

/** Of the owner's strategy that a suggestion would change. */
export async function marketOfSuggested(
  desk: DeskContext,
  caller: AgentPrincipal,
  suggestionId: string,
): Promise<GatedMarket | undefined> {
  const found = await desk.suggestions.find(caller.owner, suggestionId);
  return found && marketOfOwn(desk, caller, found.strategyId);
}
