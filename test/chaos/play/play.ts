import { setTimeout as delay } from 'node:timers/promises';
import { ChaosChain } from '../chain/chaos-chain.ts';
import { examine, soundness } from '../oracle/examine.ts';
import { examineProgram, programSoundness } from '../oracle/program.ts';
import { ProgramExaminer } from '../oracle/program-questions.ts';
import { Examiner } from '../oracle/questions.ts';
import type { Plan } from '../plan/fault.ts';
import { Asker } from './asker.ts';
import { inject } from './inject.ts';
import { Keeper } from './keeper.ts';
import type { Outcome } from './outcome.ts';
import { Stage } from './stage.ts';
import { Steps } from './steps.ts';
import type { ChaosStore } from './store.ts';
import { CheckpointWatch } from './watch.ts';

/** How much faster than the clock chain and process run: a slot every 40 ms. */
const PACE = 10;
/** An index that is behind and does not move for so long never will. */
const STUCK_MS = 180_000;
const RELOOK_MS = 5_000;
const LAST_QUESTIONS = 6;
const MEASURE_EVERY = 16;
/** Slots that the index may be behind without the chain waiting for it, and how long the chain waits at most. */
const LEAD_SLOTS = 25n;
const LONGEST_SLOT_MS = { playing: 50, over: 1_000 } as const;
/** An index that came up only at the end of a plan plays on for so many slots, so that there is something to compare. */
const LEAST_SLOTS = 16n;

/** Plays one plan from the first slot to the verdict. */
export async function play(plan: Plan, store: ChaosStore): Promise<Outcome> {
  const startedAt = performance.now();
  const chain = await ChaosChain.open(plan, PACE);
  const differences: string[] = [];
  const ofProgram = plan.subject === 'vault';
  const byTransactions = plan.tokenAccounts === 'transactions';
  const steps = new Steps();
  const watch = new CheckpointWatch();
  const inquest = async (): Promise<void> => {
    const { bound, differences: found } = await store.look((olap) =>
      ofProgram
        ? programSoundness({ olap, chain: chain.chain })
        : soundness({ olap, chain: chain.chain, byTransactions }),
    );
    watch.found(bound);
    // What the node has not told yet nobody can have written.
    if (stage.unsettled.some(({ over }) => !over)) return;
    differences.push(...found.map((line) => `after a kill: ${line}`));
  };
  const keeper = new Keeper({ plan, chain, store, steps, watch, inquest });
  const stage = new Stage({ plan, chain, store, steps, watch, keeper });
  const asker = ofProgram
    ? new Asker(stage, new ProgramExaminer(chain.chain))
    : new Asker(stage, new Examiner(chain.chain));
  try {
    const asking = asker.run();
    const stuck = await perform(stage);
    asker.stop();
    await asking;
    if (stuck === undefined) await asker.settle(LAST_QUESTIONS);
    await keeper.stop();
    const { unavoidable: allowed } = stage;
    const found = await store.look((olap) => {
      const examined = { olap, chain: chain.chain, allowed, stepsBack: watch.stepsBack };
      return ofProgram ? examineProgram(examined) : examine({ ...examined, byTransactions });
    });
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
      crashed: false,
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
  let over = false;
  let failed: unknown;
  Promise.all(plan.faults.map((fault) => inject(stage, fault))).then(
    () => (over = true),
    (error: unknown) => (failed = error),
  );
  const progress = new Progress(watch);
  for (let due = performance.now(); ; ) {
    await keeper.started();
    if (failed !== undefined) throw failed;
    if (keeper.failures.length > 0) return 'the process ended';
    const played = steps.now >= plan.slots;
    if (played && over && caughtUp(stage)) break;
    if (played && progress.ended) return stuckAt(stage);
    chain.chain.advance();
    steps.pass();
    if (steps.now % MEASURE_EVERY === 0) keeper.measure();
    due = Math.max(due + chain.tickMs, performance.now() - chain.tickMs);
    await delay(Math.max(0, due - performance.now()));
    await linger(stage, played && over ? LONGEST_SLOT_MS.over : LONGEST_SLOT_MS.playing);
  }
  // The chain stands still: what is confirmed now is the end.
  while (watch.slot < chain.confirmed) {
    if (progress.ended) return stuckAt(stage);
    await Promise.race([watch.next(), delay(RELOOK_MS)]);
  }
  return undefined;
}

/** Whether the index still moves; checkpoints alone come as long as the chain does. */
class Progress {
  readonly #watch: CheckpointWatch;
  #slot = -1n;
  #since = performance.now();

  constructor(watch: CheckpointWatch) {
    this.#watch = watch;
  }

  get ended(): boolean {
    const { slot } = this.#watch;
    if (slot !== this.#slot) this.#since = performance.now();
    this.#slot = slot;
    return performance.now() - this.#since > STUCK_MS;
  }
}

/**
 * A chain far ahead of the index would leave nothing to compare but its end. It waits a little for an index that is
 * behind, and never for long: most faults end only with the slots that pass.
 */
async function linger({ chain, watch }: Stage, longestMs: number): Promise<void> {
  const patience = new AbortController();
  const until = delay(longestMs, undefined, { signal: patience.signal }).catch(() => undefined);
  const near = async (): Promise<void> => {
    while (!patience.signal.aborted && chain.confirmed - watch.slot > LEAD_SLOTS) await watch.next();
  };
  await Promise.race([until, near()]);
  patience.abort();
}

/** Everything that was recovering has recovered, and there is enough to compare. */
function caughtUp({ met, watch, chain }: Stage): boolean {
  const recovered = met.every(({ recoveryMs }) => recoveryMs !== undefined);
  const { first, slot } = watch;
  const comparable = first !== undefined && slot - first >= LEAST_SLOTS;
  return recovered && comparable && slot + LEAD_SLOTS >= chain.confirmed;
}

function stuckAt({ watch, chain }: Stage): string {
  return `the index stayed at slot ${watch.slot} while ${chain.confirmed} is confirmed`;
}
