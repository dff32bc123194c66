import { beforeAll, expect, test } from 'vitest';
import { planOf } from './plan/plan.ts';
import type { Outcome } from './play/outcome.ts';
import { describePlan } from './report/plan-text.ts';
import { runSeeds } from './report/pool.ts';

/** Seeds whose plans meet every kind of fault between them, in a few minutes. */
const SEEDS = ['1', '2', '4', '5', '6'];
/** Plays wait for their chains most of the time. */
const JOBS = 2;

const outcomes = new Map<string, Outcome>();
beforeAll(async () => {
  await runSeeds(
    SEEDS.map((seed) => planOf(seed)),
    {
      jobs: JOBS,
      until: undefined,
      onOutcome: (outcome) => outcomes.set(outcome.plan.seed, outcome),
    },
  );
}, 900_000);

test.each(SEEDS)('seed %s ends with the index equal to the chain', (seed) => {
  const outcome = outcomes.get(seed);
  const told = [describePlan(planOf(seed)), ...(outcome?.wrong ?? ['it never ended'])].join('\n');
  expect(outcome?.wrong, told).toEqual([]);
  // A run that met nothing, or compared nothing, has shown nothing.
  expect(outcome?.met.length).toBeGreaterThan(0);
  expect(outcome?.rows).toBeGreaterThan(1_000);
});
