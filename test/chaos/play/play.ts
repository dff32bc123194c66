import { setTimeout as delay } from 'node:timers/promises';
import { ChaosChain } from '../chain/chaos-chain.ts';
import { examine, soundness } from '../oracle/examine.ts';
import type { Plan } from '../plan/fault.ts';
import { Asker } from './asker.ts';
import { inject } from './inject.ts';
import { Keeper } from './keeper.ts';
import type { Outcome } from './outcome.ts';
import { Stage } from './stage.ts';
import { Steps } from './steps.ts';
import type { ChaosStore } from './store.ts';
import { CheckpointWatch } from './watch.ts';

/** How much faster than the clock chain and process run: a slot every 16 ms. */
const PACE = 25;
/** A play that does not come to its end by then never will. */
const CATCH_UP_MS = 60_000;
const LAST_QUESTIONS = 6;
const MEASURE_EVERY = 16;
/** Slots that the index may be behind without the chain waiting for it, and how long the chain waits at most. */
const LEAD_SLOTS = 25n;
const LONGEST_SLOT_MS = 50;

/** Plays one plan from the first slot to the verdict. */
export async function play(plan: Plan, store: ChaosStore): Promise<Outcome> {
  const startedAt = performance.now();
  const chain = await ChaosChain.open(plan, PACE);
  const differences: string[] = [];
  const steps = new Steps();
  const watch = new CheckpointWatch();
  const inquest = async (): Promise<void> => {
    const { bound, differences: found } = await store.look((olap) => soundness(olap, chain.chain));
    watch.found(bound);
    // What the node has not told yet nobody can have written.
    if (stage.unsettled.some(({ over }) => !over)) return;
    differences.push(...found.map((line) => `after a kill: ${line}`));
  };
  const keeper = new Keeper({ plan, chain, store, steps, watch, inquest });
  const stage = new Stage({ plan, chain, store, steps, watch, keeper });
  const asker = new Asker(stage);
  try {
    const asking = asker.run();
    const stuck = await perform(stage);
    asker.stop();
    await asking;
    if (stuck === undefined) await asker.settle(LAST_QUESTIONS);
    await keeper.stop();
    const { unavoidable: allowed } = stage;
    const found = await store.look((olap) => examine({ olap, chain: chain.chain, allowed }));
    return {
      plan,
      met: stage.met,
      slots: found.slots,
      rows: found.rows + asker.asked.rows,
      lostSlots: found.lostSlots,
      answers: asker.asked.right,
      refusals: asker.asked.refused,
      lives: keeper.lives,
      checkpoints: watch.count,
      maxRss: keeper.maxRss,
      ms: performance.now() - startedAt,
      wrong: [
        ...(stuck === undefined ? [] : [stuck]),
        ...keeper.failures,
        ...watch.violations,
        ...differences,
        ...asker.asked.wrong.map((line) => `a wrong answer ${line}`),
        ...found.differences,
      ],
    };
  } finally {
    await keeper.kill().catch(() => undefined);
    await chain.close();
  }
}

/** Plays the slots and their faults, then on until the index has caught up; a sentence when it never does. */
async function perform(stage: Stage): Promise<string | undefined> {
  const { plan, chain, steps, keeper, watch } = stage;
  void keeper.start();
  const faults = Promise.all(plan.faults.map((fault) => inject(stage, fault)));
  let over = false;
  let failed: unknown;
  faults.then(
    () => (over = true),
    (error: unknown) => (failed = error),
  );
  let deadline: number | undefined;
  for (let due = performance.now(); ; ) {
    await keeper.started();
    if (failed !== undefined) throw failed;
    if (keeper.failures.length > 0) return 'the process ended';
    if (steps.now >= plan.slots) {
      deadline ??= performance.now() + CATCH_UP_MS;
      if (over && caughtUp(stage)) break;
      if (performance.now() > deadline) return stuckAt(stage);
    }
    chain.chain.advance();
    steps.pass();
    if (steps.now % MEASURE_EVERY === 0) keeper.measure();
    due = Math.max(due + chain.tickMs, performance.now() - chain.tickMs);
    await delay(Math.max(0, due - performance.now()));
    await linger(stage);
  }
  // The chain stands still: what is confirmed now is the end.
  const last = Promise.race([watch.reach(chain.confirmed).then(() => true), delay(CATCH_UP_MS, false)]);
  return (await last) ? undefined : stuckAt(stage);
}

/**
 * A chain far ahead of the index would leave nothing to compare but its end. It waits a little for an index that is
 * behind, and never for long: most faults end only with the slots that pass.
 */
async function linger({ chain, watch }: Stage): Promise<void> {
  const patience = new AbortController();
  const until = delay(LONGEST_SLOT_MS, undefined, { signal: patience.signal }).catch(() => undefined);
  const near = async (): Promise<void> => {
    while (!patience.signal.aborted && chain.confirmed - watch.slot > LEAD_SLOTS) await watch.next();
  };
  await Promise.race([until, near()]);
  patience.abort();
}

/** Everything that was recovering has recovered. */
function caughtUp({ met, watch, chain, plan }: Stage): boolean {
  const slack = BigInt(plan.slots);
  return met.every(({ recoveryMs }) => recoveryMs !== undefined) && watch.slot + slack >= chain.confirmed;
}

function stuckAt({ watch, chain }: Stage): string {
  return `the index stayed at slot ${watch.slot} while ${chain.confirmed} is confirmed`;
}
