import { setImmediate } from 'node:timers/promises';
import { Random } from './random.ts';
import type { FuzzRun, FuzzTarget } from './target.ts';

/** Longest time of the thread for one input; a machine that is busy elsewhere does not count. */
const LONGEST_INPUT_MS = 500;
const MOST_FINDINGS = 5;
const TELL_EVERY_MS = 250;

export interface FuzzPlan {
  readonly seed: string;
  /** The first input. */
  readonly from: number;
  /** At least so many inputs. */
  readonly inputs: number;
  /** And on until so many milliseconds have passed. */
  readonly ms: number;
}

export interface FuzzFinding {
  /** The number of the input, which makes it again. */
  readonly at: number;
  readonly detail: string;
}

export interface FuzzOutcome {
  readonly target: string;
  readonly inputs: number;
  readonly ms: number;
  readonly verdicts: Readonly<Record<string, number>>;
  readonly findings: readonly FuzzFinding[];
  readonly rssPeakMb: number;
}

/** Feeds a target until the plan is fulfilled or it has failed often enough. */
export async function fuzz(
  target: FuzzTarget,
  plan: FuzzPlan,
  onProgress: (outcome: FuzzOutcome) => void = () => undefined,
): Promise<FuzzOutcome> {
  const run = await target.start();
  const tally = new Tally(target.name);
  const random = new Random(plan.seed, target.name);
  let told = performance.now();
  try {
    for (let at = plan.from; tally.findings.length < MOST_FINDINGS; at += 1) {
      if (tally.inputs >= plan.inputs && tally.ms >= plan.ms) break;
      await feedOne(run, random.restart(at), at, tally);
      if (performance.now() - told < TELL_EVERY_MS) continue;
      await setImmediate();
      onProgress(tally.outcome());
      told = performance.now();
    }
  } finally {
    await run.stop?.();
  }
  return tally.outcome();
}

async function feedOne(run: FuzzRun, random: Random, at: number, tally: Tally): Promise<void> {
  const before = process.threadCpuUsage();
  try {
    const verdict = run.feed(random);
    tally.count(typeof verdict === 'string' ? verdict : await verdict);
  } catch (error) {
    tally.find(at, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const { user, system } = process.threadCpuUsage(before);
  const ms = (user + system) / 1000;
  if (ms > LONGEST_INPUT_MS) tally.find(at, `the input took ${ms.toFixed(0)} ms of the thread`);
}

class Tally {
  readonly findings: FuzzFinding[] = [];
  inputs = 0;
  readonly #target: string;
  readonly #began = performance.now();
  readonly #verdicts = new Map<string, number>();
  #rssPeakMb = 0;

  constructor(target: string) {
    this.#target = target;
  }

  get ms(): number {
    return performance.now() - this.#began;
  }

  count(verdict: string): void {
    this.inputs += 1;
    this.#verdicts.set(verdict, (this.#verdicts.get(verdict) ?? 0) + 1);
  }

  find(at: number, detail: string): void {
    this.inputs += 1;
    this.findings.push({ at, detail });
  }

  outcome(): FuzzOutcome {
    this.#rssPeakMb = Math.max(this.#rssPeakMb, process.memoryUsage.rss() / 1e6);
    return {
      target: this.#target,
      inputs: this.inputs,
      ms: this.ms,
      verdicts: Object.fromEntries([...this.#verdicts].sort(([, a], [, b]) => b - a)),
      findings: this.findings,
      rssPeakMb: this.#rssPeakMb,
    };
  }
}
