import { z } from 'zod';
import type { StrategyKind } from './kinds.ts';

/** The kind of plan whose steps the service runs itself. */
export const RUN_KIND = 'dca' satisfies StrategyKind;

/** Its terms, from a plan that was validated when it was stored. */
export const dcaTerms = z.object({
  pay_mint: z.string(),
  buy_mint: z.string(),
  amount_per_step: z.string(),
  interval_seconds: z.int().positive(),
  steps: z.int().positive(),
});

export const intervalMsOf = (plan: unknown): number => dcaTerms.parse(plan).interval_seconds * 1000;
