import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { StrategyFound, StrategyListAnswer } from '../../../schemas/strategies/answers.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { DeskContext } from '../desk/context.ts';
import { newestFirst } from '../newest-first.ts';
import { publishedAnswer, stepAnswer, strategyAnswer } from './answers.ts';

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

/** The number of last steps shown. */
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
