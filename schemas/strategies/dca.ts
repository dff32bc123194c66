import { z } from 'zod';
import type { StrategyKind } from './kinds.ts';

/** The kind of plan whose steps the service takes by itself. */
export const RUN_KIND = 'dca' satisfies StrategyKind;

/** Its terms, out of a plan that was checked when it was kept. */
export const dcaTerms = z.object({
  pay_mint: z.string(),
  buy_mint: z.string(),
  amount_per_step: z.string(),
  interval_seconds: z.int().positive(),
  steps: z.int().positive(),
});

export const intervalMsOf = (plan: unknown): number => dcaTerms.parse(plan).interval_seconds * 1000;
