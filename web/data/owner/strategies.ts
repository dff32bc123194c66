import { z } from 'zod';
import { instant, small } from '../scalars.ts';
import { useOwnerRows } from './list.ts';

const seen = z.object({
  at: instant,
  sentence: z.string(),
  price: z.string().nullable(),
  source: z.string().nullable(),
});

const step = z.object({
  step: small,
  at: instant,
  seen: seen.nullable(),
  outcome: z.enum(['proposed', 'refused']),
  intent_id: z.string().nullable(),
  intent_status: z.string().nullable(),
  code: z.string().nullable(),
  detail: z.string().nullable(),
});
export type StrategyStep = z.output<typeof step>;

const journal = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  status: z.enum(['stored', 'active', 'paused', 'completed', 'cancelled']),
  not_run_because: z.string().nullable(),
  next_step_at: instant.nullable(),
  seen: seen.nullable(),
  steps: z.array(step),
});
export type StrategyJournal = z.output<typeof journal>;

/** The owner's strategies and what they did. */
export const useStrategyJournals = () => useOwnerRows('/strategies/', journal);
