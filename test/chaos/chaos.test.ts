import { beforeAll, expect, test } from 'vitest';
import type { Plan } from './plan/fault.ts';
import { planOf } from './plan/plan.ts';
import type { Outcome } from './play/outcome.ts';
import { describePlan } from './report/plan-text.ts';
import { runSeeds } from './report/pool.ts';

/** Seeds whose plans meet every kind of fault between them, in a few minutes. */
const SEEDS = ['1', '2', '4', '5', '6'];
/** Two that also follow the vault, on either store, through kills, a dying fork, late writes and a store that dies. */
const VAULT_SEEDS = ['112', '119'];
/** One over two shards, through kills of the index and the death of a shard. */
const CLUSTER_SEED = '2';
const PLANS: readonly (readonly [name: string, plan: Plan])[] = [
  ...SEEDS.map((seed) => [`launches, seed ${seed}`, planOf(seed)] as const),
  ...VAULT_SEEDS.map((seed) => [`vault, seed ${seed}`, planOf(seed, { subject: 'vault' })] as const),
  [`two shards, seed ${CLUSTER_SEED}`, planOf(CLUSTER_SEED, { store: 'cluster' })],
];
/** Plays wait for their chains most of the time. */
const JOBS = 2;

const nameOf = ({ subject, store, seed }: Plan): string => `${subject} ${store} ${seed}`;
const outcomes = new Map<string, Outcome>();
beforeAll(async () => {
  await runSeeds(
    PLANS.map(([, plan]) => plan),
    {
      jobs: JOBS,
      until: undefined,
      onOutcome: (outcome) => outcomes.set(nameOf(outcome.plan), outcome),
    },
  );
}, 900_000);

test.each(PLANS)('%s: the index ends equal to the chain', (_name, plan) => {
  const outcome = outcomes.get(nameOf(plan));
  const told = [describePlan(plan), ...(outcome?.wrong ?? ['it never ended'])].join('\n');
  expect(outcome?.wrong, told).toEqual([]);
  // A run that met nothing, or compared nothing, has shown nothing.
  expect(outcome?.met.length).toBeGreaterThan(0);
  expect(outcome?.rows).toBeGreaterThan(plan.subject === 'vault' ? 300 : 1_000);
});
