import { z } from 'zod';
import { strategy, strategyStep } from '../strategies/answers.ts';
import { rowPage } from './scalars.ts';

/** What a strategy is and what it did, for its owner. */
export const strategyJournal = z.strictObject({
  id: z.string(),
  ...strategy.pick({
    ...{ kind: true, name: true, status: true, plan: true, not_run_because: true },
    ...{ steps_taken: true, next_step_at: true, seen: true },
  }).shape,
  steps: z.array(strategyStep).meta({ description: 'Its last 20 steps, newest first.' }),
});

export const strategyJournalsAnswer = rowPage(strategyJournal);
export type StrategyJournalsAnswer = z.output<typeof strategyJournalsAnswer>;
