import type {
  PublishedStrategy,
  StepAnswer,
  StrategyAnswer,
  SuggestionAnswer,
} from '../../../schemas/strategies/answers.ts';
import { RUN_KIND } from '../../../schemas/strategies/dca.ts';
import type { StrategyStep } from '../../state/strategies/steps.ts';
import type { Strategy } from '../../state/strategies/strategy.ts';
import { expiresAt, type Suggestion } from '../../state/strategies/suggestions.ts';
import { instantOrNull, wireInstant } from '../wire.ts';

export function strategyAnswer(strategy: Strategy): StrategyAnswer {
  const { id, kind, name, status, plan, settings, version } = strategy;
  const { publication, clonedFrom, stepsTaken, nextStepAt } = strategy;
  const { label = null, note = null, tags = [] } = settings;
  return {
    ...{ strategy_id: id, kind, name, status, plan: { ...plan }, settings: { label, note, tags }, version },
    created_at: wireInstant(strategy.createdAt),
    updated_at: wireInstant(strategy.updatedAt),
    published_version: publication?.version ?? null,
    cloned_from: clonedFrom ?? null,
    executes: kind === RUN_KIND,
    steps_taken: stepsTaken,
    next_step_at: instantOrNull(nextStepAt),
  };
}

export function stepAnswer({ step, dueAt, at, outcome }: StrategyStep): StepAnswer {
  const { intentId, code, detail } = { intentId: null, code: null, detail: null, ...outcome };
  const times = { due_at: wireInstant(dueAt), at: wireInstant(at) };
  return { step, ...times, outcome: outcome.kind, intent_id: intentId, code, detail };
}

/** The public view: nothing about the owner, and no later changes. */
export function publishedAnswer({ id, kind, publication }: Strategy): PublishedStrategy | null {
  if (publication === undefined) return null;
  const { name, plan, version, at } = publication;
  return { strategy_id: id, kind, name, plan: { ...plan }, version, published_at: wireInstant(at) };
}

export function suggestionAnswer(suggestion: Suggestion, owner: string): SuggestionAnswer {
  const { id, strategyId, baseVersion, plan, rationale, proposedBy, keeper } = suggestion;
  return {
    ...{
      suggestion_id: id,
      strategy_id: strategyId,
      base_version: baseVersion,
      plan: { ...plan },
      rationale,
    },
    ...{ made_by_you: proposedBy === owner, for_you: keeper === owner },
    created_at: wireInstant(suggestion.createdAt),
    expires_at: wireInstant(expiresAt(suggestion)),
    approved_at: instantOrNull(suggestion.approvedAt),
  };
}
