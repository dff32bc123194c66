import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brokenOff, type Walked, type WalkTask } from '../boundaries/walked.ts';
import type { Plan } from '../plan/fault.ts';
import type { Outcome } from '../play/outcome.ts';
import { bundleSubject } from '../subject/bundle.ts';

const WORKER = join(import.meta.dirname, '../worker.ts');

export interface PoolOptions<Came> {
  readonly jobs: number;
  /** No plan is begun after this moment of `performance.now()`. */
  readonly until: number | undefined;
  readonly onOutcome: (outcome: Came) => void;
}

/** Plays the plans, so many side by side, and gives what came of each. */
export function runSeeds(plans: readonly Plan[], options: PoolOptions<Outcome>): Promise<readonly Outcome[]> {
  return runAll(plans, { ...options, broken: crashed });
}

/** Takes the scenes' walks, so many side by side, and gives what came of each. */
export function runWalks(
  tasks: readonly WalkTask[],
  options: PoolOptions<Walked>,
): Promise<readonly Walked[]> {
  return runAll(tasks, { ...options, broken: brokenOff });
}

interface RunOptions<Task, Came> extends PoolOptions<Came> {
  /** What came of a task whose process ended. */
  readonly broken: (task: Task, why: string) => Came;
}

async function runAll<Task extends Plan | WalkTask, Came extends { readonly crashed: boolean }>(
  tasks: readonly Task[],
  options: RunOptions<Task, Came>,
): Promise<readonly Came[]> {
  const subject = await bundleSubject();
  const waiting = [...tasks];
  const outcomes: Came[] = [];
  const next = (): Task | undefined =>
    options.until !== undefined && performance.now() > options.until ? undefined : waiting.shift();
  const work = async (): Promise<void> => {
    let worker = startWorker(subject);
    for (let task = next(); task; task = next()) {
      const outcome = await doneIn(worker, task, options.broken);
      outcomes.push(outcome);
      options.onOutcome(outcome);
      // A play that broke off may have left a store open.
      if (outcome.crashed && worker.connected) worker.disconnect();
      if (!worker.connected) worker = startWorker(subject);
    }
    if (worker.connected) worker.disconnect();
  };
  try {
    await Promise.all(Array.from({ length: options.jobs }, work));
  } finally {
    await rm(subject, { force: true });
  }
  return outcomes;
}

function startWorker(subject: string): ChildProcess {
  // Structured clones, because slots are bigints.
  return fork(WORKER, {
    serialization: 'advanced',
    env: { ...process.env, UV_THREADPOOL_SIZE: '16', CHAOS_SUBJECT: subject },
  });
}

function doneIn<Task extends Plan | WalkTask, Came>(
  worker: ChildProcess,
  task: Task,
  broken: (task: Task, why: string) => Came,
): Promise<Came> {
  return new Promise((resolve) => {
    const onMessage = (outcome: Came): void => settle(outcome);
    const onExit = (code: number | null, signal: string | null): void =>
      settle(broken(task, `the process that plays ended with ${code ?? signal}`));
    const settle = (outcome: Came): void => {
      worker.off('message', onMessage).off('exit', onExit);
      resolve(outcome);
    };
    worker.on('message', onMessage).on('exit', onExit);
    worker.send(task);
  });
}

/** A play that came to no verdict has not passed. */
export function crashed(plan: Plan, why: string): Outcome {
  const none = {
    slots: 0,
    rows: 0,
    lostSlots: 0,
    answers: 0,
    refusals: 0,
    lives: 0,
    checkpoints: 0,
    maxRss: 0,
  };
  return { plan, met: [], ...none, ms: 0, crashed: true, wrong: [why] };
}
