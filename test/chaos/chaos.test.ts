import { expect, test } from 'vitest';
import { planOf } from './plan/plan.ts';
import { describePlan } from './report/plan-text.ts';
import { runSeeds } from './report/pool.ts';

/** Seeds whose plans meet every kind of fault between them, in a few minutes. */
const SEEDS = ['1', '2', '4', '5', '6'];

test.each(SEEDS)('seed %s ends with the index equal to the chain', async (seed) => {
  const plan = planOf(seed);
  const [outcome] = await runSeeds([plan], { jobs: 1, until: undefined, onOutcome: () => undefined });
  expect(outcome?.wrong, describePlan(plan)).toEqual([]);
  // A run that met nothing, or compared nothing, has shown nothing.
  expect(outcome?.met.length).toBeGreaterThan(0);
  expect(outcome?.rows).toBeGreaterThan(1_000);
});
