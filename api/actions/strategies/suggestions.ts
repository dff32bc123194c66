import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type {
  StrategyAnswer,
  SuggestionAnswer,
  SuggestionListAnswer,
} from '../../../schemas/strategies/answers.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import { type AgentRecordsContext, writingOf } from '../agent-records/records.ts';
import { newestFirst } from '../page.ts';
import { strategyAnswer, suggestionAnswer } from './find.ts';
import { allowed, checkedPlan, ownStrategy, requireParts } from './own.ts';

/**
 * Suggests another plan to the owner of a published strategy. @throws STRATEGY_UNKNOWN, PARAMETER_MALFORMED,
 * RECORDS_FULL
 */
export async function suggestUpdate(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  { strategy_id: strategyId, plan, rationale }: { strategy_id: string; plan: unknown; rationale: string },
): Promise<SuggestionAnswer> {
  const found = await agentRecords.strategies.find(strategyId);
  if (!found?.publication) throw new LaunchlensError('STRATEGY_UNKNOWN', {});
  const checked = checkedPlan(found.kind, plan);
  const writing = writingOf(agentRecords, caller);
  const suggested = { strategyId, baseVersion: found.publication.version, plan: checked, rationale };
  const id = await agentRecords.suggestions.add(writing, suggested);
  const { now: createdAt, owner: proposedBy } = writing;
  const made = { ...suggested, id, proposedBy, keeper: found.owner, createdAt, approvedAt: undefined };
  return suggestionAnswer(made, proposedBy);
}

export interface SuggestionListing {
  readonly limit: number;
  readonly before?: string | undefined;
}

export async function listSuggestions(
  { suggestions, clock }: AgentRecordsContext,
  { owner }: AgentPrincipal,
  { limit, before }: SuggestionListing,
): Promise<SuggestionListAnswer> {
  const now = clock.now();
  return newestFirst(
    limit,
    (most) => suggestions.list(owner, { limit: most, before, now }),
    (each) => suggestionAnswer(each, owner),
  );
}

/**
 * Applies a suggestion to the owner's strategy.
 * @throws SUGGESTION_UNKNOWN, SUGGESTION_OUTDATED, STRATEGY_STATE, and those of `requireParts`
 */
export async function approveSuggestion(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  id: string,
): Promise<StrategyAnswer> {
  await requireSuggestedParts(agentRecords, caller, id);
  const approved = await agentRecords.suggestions.approve(
    writingOf(agentRecords, caller),
    id,
    (held, { baseVersion, plan }) => {
      const { publication } = held;
      const untouched = JSON.stringify(publication?.plan) === JSON.stringify(held.plan);
      if (publication?.version !== baseVersion || !untouched)
        throw new LaunchlensError('SUGGESTION_OUTDATED', {});
      const checked = checkedPlan(held.kind, plan);
      // The template itself, so that later clones are of the approved plan.
      return { status: allowed(held, 'modify', checked), authored: true, plan: checked, publish: true };
    },
  );
  return strategyAnswer(approved);
}

/**
 * The suggester does not own the parts: they must be the strategy owner's. Neither they nor a suggestion ever change
 * owners.
 */
async function requireSuggestedParts(
  agentRecords: AgentRecordsContext,
  caller: AgentPrincipal,
  id: string,
): Promise<void> {
  const suggestion = await agentRecords.suggestions.find(caller.owner, id);
  if (!suggestion) throw new LaunchlensError('SUGGESTION_UNKNOWN', {});
  const { kind } = await ownStrategy(agentRecords, caller, suggestion.strategyId);
  await requireParts(agentRecords, caller, kind, checkedPlan(kind, suggestion.plan));
}
