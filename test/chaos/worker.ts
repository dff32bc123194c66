import { endWithParent } from '../support/end-with-parent.ts';
import { brokenOff, type WalkTask } from './boundaries/walked.ts';
import type { Plan } from './plan/fault.ts';
import { Job } from './play/job.ts';
import { crashed } from './report/pool.ts';

/** Plays the plans and takes the walks that its parent sends, one at a time. */
const job = new Job();

function reasonOf(error: unknown): string {
  return String((error as Error).stack ?? error);
}

function done(task: Plan | WalkTask): Promise<unknown> {
  return 'scene' in task
    ? job.walk(task).catch((error: unknown) => brokenOff(task, reasonOf(error)))
    : job.play(task).catch((error: unknown) => crashed(task, reasonOf(error)));
}

process.on('message', (task: Plan | WalkTask) => {
  void done(task).then((outcome) => process.send?.(outcome));
});
endWithParent(() => job.close());
