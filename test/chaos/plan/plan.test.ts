import { expect, test } from 'vitest';
import { FAULT_KINDS, kindsFor } from './draw-fault.ts';
import { planOf } from './plan.ts';

const SEEDS = Array.from({ length: 300 }, (_, index) => String(index));

test('a plan follows from its seed and nothing else', () => {
  for (const seed of SEEDS) expect(planOf(seed)).toEqual(planOf(seed));
  const different = new Set(SEEDS.map((seed) => JSON.stringify({ ...planOf(seed), seed: '' })));
  expect(different.size).toBe(SEEDS.length);
});

test('a few hundred seeds meet every kind of fault on both stores', () => {
  const plans = SEEDS.map((seed) => planOf(seed));
  for (const store of ['embedded', 'server'] as const) {
    const drawn = plans.filter((plan) => plan.store === store).flatMap(({ faults }) => faults);
    expect([...new Set(drawn.map(({ kind }) => kind))].sort()).toEqual([...kindsFor(store)].sort());
  }
  expect(new Set(plans.flatMap(({ faults }) => faults).map(({ kind }) => kind))).toEqual(
    new Set(FAULT_KINDS),
  );
});

test('a plan can be held to some kinds of faults, and to one store', () => {
  for (const seed of SEEDS) {
    const plan = planOf(seed, { store: 'server', faults: ['kill', 'store-dies'] });
    expect(plan.store).toBe('server');
    expect(plan.faults.every(({ kind }) => kind === 'kill' || kind === 'store-dies')).toBe(true);
  }
});

test('faults come in the order of their slots and leave time to be noticed', () => {
  for (const { faults, slots } of SEEDS.map((seed) => planOf(seed))) {
    expect(faults.map(({ slot }) => slot)).toEqual(faults.map(({ slot }) => slot).sort((a, b) => a - b));
    for (const { slot } of faults) expect(slot).toBeLessThan(slots);
  }
});
