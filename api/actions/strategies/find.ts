import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import * as shapes from '../../../schemas/strategies/answers.ts';
import { whyNotRun } from '../../../schemas/strategies/run.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { StrategyStep } from '../../state/strategies/steps.ts';
import type { Strategy } from '../../state/strategies/strategy.ts';
import { expiresAt, type Suggestion } from '../../state/strategies/suggestions.ts';
import type { AgentRecordsContext } from '../agent-records/records.ts';
import { newestFirst } from '../page.ts';
import { writerOf } from '../write.ts';

const writeStrategy = writerOf(shapes.strategy);
const writeStep = writerOf(shapes.strategyStep);
const writePublished = writerOf(shapes.publishedStrategy);
const writeSuggestion = writerOf(shapes.suggestion);

export function strategyAnswer(strategy: Strategy): shapes.StrategyAnswer {
  const { id, kind, plan, settings, publication } = strategy;
  const notRunBecause = whyNotRun(kind, plan);
  const { label, note, tags = [] } = settings;
  return writeStrategy({
    ...strategy,
    strategyId: id,
    settings: { label, note, tags },
    publishedVersion: publication?.version,
    executes: notRunBecause === undefined,
    notRunBecause,
  });
}

export function stepAnswer({ outcome, ...step }: StrategyStep) {
  const none = { intentId: null, code: null, detail: null };
  return writeStep({ ...step, ...none, ...outcome, outcome: outcome.kind });
}

/** The public view: nothing about the owner, and no later changes. */
function publishedAnswer({ id, kind, publication }: Strategy): shapes.PublishedStrategy | null {
  return publication
    ? writePublished({ ...publication, strategyId: id, kind, publishedAt: publication.at })
    : null;
}

export function suggestionAnswer(suggestion: Suggestion, owner: string): shapes.SuggestionAnswer {
  const { id, proposedBy, keeper } = suggestion;
  return writeSuggestion({
    ...suggestion,
    suggestionId: id,
    madeByYou: proposedBy === owner,
    forYou: keeper === owner,
    expiresAt: expiresAt(suggestion),
  });
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
  { strategies }: AgentRecordsContext,
  { owner }: AgentPrincipal,
  { limit, before, published, published_before }: StrategyListing,
): Promise<shapes.StrategyListAnswer> {
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

/** A strategy of the owner with a page of its steps, or a published one. @throws STRATEGY_UNKNOWN */
export async function findStrategy(
  { strategies }: AgentRecordsContext,
  { owner }: AgentPrincipal,
  { strategy_id: id, limit, before }: shapes.StrategyNamed,
): Promise<shapes.StrategyFound> {
  const found = await strategies.find(id);
  const own = found?.owner === owner ? found : undefined;
  if (!found || (!own && !found.publication)) throw new LaunchlensError('STRATEGY_UNKNOWN', {});
  const { results: steps, has_more } = await newestFirst(
    limit,
    async (most) => (own ? strategies.steps(id, { limit: most, before }) : []),
    stepAnswer,
  );
  return { strategy: own ? strategyAnswer(own) : null, published: publishedAnswer(found), steps, has_more };
}
