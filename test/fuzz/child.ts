import { type FuzzOutcome, type FuzzPlan, fuzz } from './support/run.ts';
import { TARGETS } from './targets/all.ts';

/** Fuzzes one target in a process of its own, so that a crash, a hang or a leak is that target's. */
export interface FuzzOrder {
  readonly target: string;
  /** The verdict that valid input comes to. */
  readonly good: string;
  readonly plan: FuzzPlan;
}

export interface FuzzReport {
  readonly done: boolean;
  readonly outcome: FuzzOutcome;
}

process.once('message', async ({ target: name, plan }: FuzzOrder) => {
  const target = TARGETS.find((one) => one.name === name);
  if (target === undefined) throw new Error(`no such target: ${name}`);
  const outcome = await fuzz(target, plan, (progress) => {
    process.send?.({ done: false, outcome: progress } satisfies FuzzReport);
  });
  process.send?.({ done: true, outcome } satisfies FuzzReport, () => process.exit(0));
});
