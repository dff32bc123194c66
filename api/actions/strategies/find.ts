import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type {
  PublishedStrategy,
  StepAnswer,
  StrategyAnswer,
  StrategyFound,
  StrategyListAnswer,
  SuggestionAnswer,
} from '../../../schemas/strategies/answers.ts';
import { RUN_KIND } from '../../../schemas/strategies/kinds.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { StrategyStep } from '../../state/strategies/steps.ts';
import type { Strategy } from '../../state/strategies/strategy.ts';
import { expiresAt, type Suggestion } from '../../state/strategies/suggestions.ts';
import type { DeskContext } from '../desk/records.ts';
import { newestFirst } from '../page.ts';
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

export interface StrategyListing {
  readonly limit: number;
  readonly before?: string | undefined;
  /** Whether to include what every owner has published. */
  readonly published: boolean;
  readonly published_before?: string | undefined;
}

/** A page of an owner's strategies and, on request, one of the published ones, newest first. */
export async function listStrategies(
  { strategies }: DeskContext,
  { owner }: AgentPrincipal,
  { limit, before, published, published_before }: StrategyListing,
): Promise<StrategyListAnswer> {
  const own = await newestFirst(
    limit,
    (most) => strategies.list(owner, { limit: most, before }),
    strategyAnswer,
  );
  if (!published) return { ...own, published: [], published_has_more: false };
  const everybodys = await newestFirst(
    limit,
    (most) => strategies.published({ limit: most, before: published_before }),
    publishedAnswer,
  );
  return {
    ...own,
    published: everybodys.results.flatMap((each) => each ?? []),
    published_has_more: everybodys.has_more,
  };
}

const MOST_STEPS = 50;

/** A strategy of the owner, or a published one. @throws STRATEGY_UNKNOWN */
export async function findStrategy(
  { strategies }: DeskContext,
  { owner }: AgentPrincipal,
  id: string,
): Promise<StrategyFound> {
  const found = await strategies.find(id);
  const own = found?.owner === owner ? found : undefined;
  if (!found || (!own && !found.publication)) throw new LaunchlensError('STRATEGY_UNKNOWN', {});
  const steps = own ? (await strategies.steps(id, MOST_STEPS)).map(stepAnswer) : [];
  return { strategy: own ? strategyAnswer(own) : null, published: publishedAnswer(found), steps };
}
