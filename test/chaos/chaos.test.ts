import { beforeAll, expect, test } from 'vitest';
import type { Subject } from './plan/fault.ts';
import { planOf } from './plan/plan.ts';
import type { Outcome } from './play/outcome.ts';
import { describePlan } from './report/plan-text.ts';
import { runSeeds } from './report/pool.ts';

/** Seeds whose plans meet every kind of fault between them, in a few minutes. */
const SEEDS = ['1', '2', '4', '5', '6'];
/** Two that also follow the vault, on either store, through kills, a dying fork, late writes and a store that dies. */
const VAULT_SEEDS = ['112', '119'];
const PLANS: readonly (readonly [subject: Subject, seed: string])[] = [
  ...SEEDS.map((seed) => ['launches', seed] as const),
  ...VAULT_SEEDS.map((seed) => ['vault', seed] as const),
];
/** Plays wait for their chains most of the time. */
const JOBS = 2;

const outcomes = new Map<string, Outcome>();
beforeAll(async () => {
  await runSeeds(
    PLANS.map(([subject, seed]) => planOf(seed, { subject })),
    {
      jobs: JOBS,
      until: undefined,
      onOutcome: (outcome) => outcomes.set(`${outcome.plan.subject} ${outcome.plan.seed}`, outcome),
    },
  );
}, 900_000);

test.each(PLANS)('%s, seed %s: the index ends equal to the chain', (subject, seed) => {
  const outcome = outcomes.get(`${subject} ${seed}`);
  const told = [describePlan(planOf(seed, { subject })), ...(outcome?.wrong ?? ['it never ended'])].join(
    '\n',
  );
  expect(outcome?.wrong, told).toEqual([]);
  // A run that met nothing, or compared nothing, has shown nothing.
  expect(outcome?.met.length).toBeGreaterThan(0);
  expect(outcome?.rows).toBeGreaterThan(1_000);
  expect(outcome?.answers).toBeGreaterThan(0);
});
