import { type ChildProcess, fork } from 'node:child_process';
import { resolve } from 'node:path';
import type { FuzzOrder, FuzzReport } from '../child.ts';
import type { FuzzOutcome } from './run.ts';

const CHILD = resolve(import.meta.dirname, '../child.ts');
/** Starting the engine and an API takes over a minute on a busy machine; no input takes a second. */
const SILENCE_MS = 180_000;
const MOST_MEMORY_MB = 1_500;
/** After so many inputs something valid was among them. */
const MANY = 1_000;

/** Fuzzes a target in a child, and ends it when it is silent for too long or takes too much memory. */
export function supervise(
  order: FuzzOrder,
  onProgress: (outcome: FuzzOutcome) => void,
): Promise<FuzzOutcome> {
  const child = fork(CHILD, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const end = (): void => void child.kill('SIGKILL');
  // Before the temporary files of the child are removed.
  process.prependOnceListener('exit', end);
  child.once('exit', () => process.off('exit', end));
  let last: FuzzOutcome = {
    target: order.target,
    inputs: 0,
    ms: 0,
    verdicts: {},
    findings: [],
    rssPeakMb: 0,
  };
  return new Promise((finish) => {
    const failed = (detail: string): void => finish(withFinding(last, order.plan.from + last.inputs, detail));
    const watch = watchSilence(child, () =>
      failed(`no sign of life for ${SILENCE_MS / 1000} s at or behind this input`),
    );
    child.on('message', ({ done, outcome }: FuzzReport) => {
      last = outcome;
      watch.refresh();
      if (outcome.rssPeakMb > MOST_MEMORY_MB) {
        child.kill('SIGKILL');
        failed(`memory grew to ${outcome.rssPeakMb.toFixed(0)} MB`);
      }
      if (done) finish(judged(order.good, outcome));
      else onProgress(outcome);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(watch);
      failed(`the process ended by ${signal ?? `exit ${code}`} at or behind this input`);
    });
    child.send(order);
  });
}

function judged(good: string, outcome: FuzzOutcome): FuzzOutcome {
  const idle = outcome.inputs >= MANY && outcome.verdicts[good] === undefined;
  return idle ? withFinding(outcome, 0, `no input came to "${good}": valid ones are refused`) : outcome;
}

function watchSilence(child: ChildProcess, onSilence: () => void): NodeJS.Timeout {
  return setTimeout(() => {
    child.kill('SIGKILL');
    onSilence();
  }, SILENCE_MS);
}

function withFinding(outcome: FuzzOutcome, at: number, detail: string): FuzzOutcome {
  return { ...outcome, findings: [...outcome.findings, { at, detail }] };
}
