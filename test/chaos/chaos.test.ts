import { beforeAll, expect, test } from 'vitest';
import { type PlanOptions, planOf } from './plan/plan.ts';
import type { Outcome } from './play/outcome.ts';
import { describePlan } from './report/plan-text.ts';
import { runSeeds } from './report/pool.ts';

/** Seeds whose plans meet every kind of fault between them, in a few minutes. */
const SEEDS = ['25', '34', '47', '156', '169', '262'];
/** Two that also follow the vault, on either store, through kills, a dying fork, late writes and a store that dies. */
const VAULT_SEEDS = ['112', '345'];
/** Of two shards, one at a time dies, stalls or has no room left. */
const SHARDS: PlanOptions = { store: 'cluster', faults: ['disk-full', 'store-dies', 'store-stalls', 'kill'] };
const PLANS: readonly (readonly [what: string, seed: string, options: PlanOptions])[] = [
  ...SEEDS.map((seed) => ['launches', seed, {}] as const),
  ...VAULT_SEEDS.map((seed) => ['vault', seed, { subject: 'vault' }] as const),
  ['shards', '3', SHARDS],
];
/** Plays wait for their chains most of the time. */
const JOBS = 2;

const outcomes = new Map<string, Outcome>();
beforeAll(async () => {
  await runSeeds(
    PLANS.map(([, seed, options]) => planOf(seed, options)),
    { jobs: JOBS, until: undefined, onOutcome: (outcome) => outcomes.set(outcome.plan.seed, outcome) },
  );
}, 900_000);

test.each(PLANS)('%s, seed %s: the index ends equal to the chain', (_what, seed, options) => {
  const outcome = outcomes.get(seed);
  const told = [describePlan(planOf(seed, options)), ...(outcome?.wrong ?? ['it never ended'])].join('\n');
  expect(outcome?.wrong, told).toEqual([]);
  // A run that met nothing, or compared nothing, has shown nothing.
  expect(outcome?.met.length).toBeGreaterThan(0);
  expect(outcome?.rows).toBeGreaterThan(1_000);
  expect(outcome?.answers).toBeGreaterThan(0);
});
