import type { Plan } from './plan/fault.ts';
import { Job } from './play/job.ts';
import { crashed } from './report/pool.ts';

/** Plays the plans that its parent sends, one at a time. */
const job = new Job();

process.on('message', (plan: Plan) => {
  job
    .play(plan)
    .catch((error: unknown) => crashed(plan, String((error as Error).stack ?? error)))
    .then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => {
  void job.close().finally(() => process.exit(0));
});
