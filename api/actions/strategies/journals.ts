import type { StrategyJournalsAnswer } from '../../../schemas/rest/strategies.ts';
import type { RecordPage } from '../../state/owner-pages.ts';
import type { AgentRecordsContext } from '../agent-records/records.ts';
import { newestFirst } from '../page.ts';
import { stepAnswer, strategyAnswer } from './find.ts';

const MOST_STEPS = 20;

/** The owner's strategies, each with its last steps. */
export async function listJournals(
  { strategies }: Pick<AgentRecordsContext, 'strategies'>,
  owner: string,
  { limit, before }: RecordPage,
): Promise<StrategyJournalsAnswer> {
  const listed = (most: number) => strategies.list(owner, { limit: most, before });
  const { results, has_more } = await newestFirst(limit, listed, strategyAnswer);
  const journals = results.map(async ({ strategy_id: id, ...strategy }) => {
    const { kind, name, status, plan, not_run_because, steps_taken, next_step_at, seen } = strategy;
    const steps = (await strategies.steps(id, { limit: MOST_STEPS })).map(stepAnswer);
    return { id, kind, name, status, plan, not_run_because, steps_taken, next_step_at, seen, steps };
  });
  return { results: await Promise.all(journals), has_more };
}
