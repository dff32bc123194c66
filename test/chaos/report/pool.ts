import { type ChildProcess, fork } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan } from '../plan/fault.ts';
import type { Outcome } from '../play/outcome.ts';
import { bundleSubject } from '../subject/bundle.ts';

const WORKER = join(import.meta.dirname, '../worker.ts');

export interface PoolOptions {
  readonly jobs: number;
  /** No plan is begun after this moment of `performance.now()`. */
  readonly until: number | undefined;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Plays the plans, so many side by side, and gives what came of each. */
export async function runSeeds(plans: readonly Plan[], options: PoolOptions): Promise<readonly Outcome[]> {
  const subject = await bundleSubject();
  const waiting = [...plans];
  const outcomes: Outcome[] = [];
  const next = (): Plan | undefined =>
    options.until !== undefined && performance.now() > options.until ? undefined : waiting.shift();
  const work = async (): Promise<void> => {
    let worker = startWorker(subject);
    for (let plan = next(); plan; plan = next()) {
      const outcome = await playIn(worker, plan);
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

function playIn(worker: ChildProcess, plan: Plan): Promise<Outcome> {
  return new Promise((resolve) => {
    const onMessage = (outcome: Outcome): void => settle(outcome);
    const onExit = (code: number | null, signal: string | null): void =>
      settle(crashed(plan, `the process that plays ended with ${code ?? signal}`));
    const settle = (outcome: Outcome): void => {
      worker.off('message', onMessage).off('exit', onExit);
      resolve(outcome);
    };
    worker.on('message', onMessage).on('exit', onExit);
    worker.send(plan);
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
