import { expect, test } from 'vitest';
import type { Boundary, Moment } from './boundaries/boundary.ts';
import { nameOf } from './boundaries/boundary.ts';
import type { SceneName, WalkTask } from './boundaries/walked.ts';
import type { StoreKind } from './plan/fault.ts';
import { runWalks } from './report/pool.ts';

/** One of each kind of step that a writer takes; the whole sweep is `npm run chaos -- --boundaries`. */
const BOUNDARIES = [
  ['embedded', 'begin', 'start', 'under way', 'create schema_migrations', 1],
  ['embedded', 'begin', 'stream', 'spooled', 'rows pledge_versions', 1],
  ['server', 'begin', 'stream', 'before', 'rows checkpoints', 1],
  ['server', 'correct', 'late', 'under way', 'rows checkpoints', 2],
  ['embedded', 'correct', 'settle', 'under way', 'delete launch_versions', 1],
  ['server', 'recover', 'recover', 'under way', 'delete slots', 1],
  ['embedded', 'fork', 'fork', 'acknowledged', 'rows take_backs', 1],
  ['server', 'return', 'return', 'before', 'delete coverage', 1],
] as const satisfies readonly (readonly [StoreKind, SceneName, string, Moment, string, number])[];

test('killed at one boundary of each kind, the index ends equal to the chain', async () => {
  const tasks = BOUNDARIES.map(([store, scene, step, moment, statement, nth]): WalkTask => {
    const kill: Boundary = { step, moment, statement, nth };
    return { store, scene, kill };
  });
  const walked = await runWalks(tasks, { jobs: 2, until: undefined, onOutcome: () => undefined });
  const found = walked.map(({ task, met, wrong }) => [task.kill && nameOf(task.kill), met, wrong]);
  expect(found.toSorted()).toEqual(tasks.map(({ kill }) => [kill && nameOf(kill), true, []]).toSorted());
  for (const { slots, rows } of walked) expect([slots > 5, rows > 50]).toEqual([true, true]);
});
