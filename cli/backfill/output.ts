import type { Clock } from '../../core/kernel/clock.ts';
import type { BackfillReport, Progress } from '../../indexer/backfill/report.ts';
import { barText, keepLine, paceText } from '../terminal/status-line.ts';
import { Pacer } from './pace.ts';
import { progressLine, reportLine, reportText } from './report-text.ts';

export interface OutputOptions {
  /** JSON lines even on a terminal. */
  readonly json: boolean;
  readonly clock: Clock;
  /** What is counted. */
  readonly unit: string;
  readonly progress: Progress;
  /** Describes what the job found, for people. */
  readonly describe?: (finding: Readonly<Record<string, unknown>>) => string;
}

/** Where a job's progress and report go. `stop` ends the progress, `report` prints the final report. */
export interface Output {
  stop(): void;
  report(report: BackfillReport): void;
}

const LINES_MS = 1_000;

/** A progress bar and a table where a person watches, JSON lines otherwise. */
export function openOutput({ json, clock, unit, progress, describe }: OutputOptions): Output {
  const stream = process.stdout;
  const pacer = new Pacer();
  const pace = () => pacer.sample(clock.now(), progress.read, progress.expected);
  if (!stream.isTTY || json) {
    const print = (line: object): void => void stream.write(`${JSON.stringify(line)}\n`);
    const timer = setInterval(() => print(progressLine(progress, pace())), LINES_MS);
    return { stop: () => clearInterval(timer), report: (report) => print(reportLine(report)) };
  }
  const stop = keepLine(() => {
    const { read, expected } = progress;
    const bar = expected === undefined ? '' : `${barText(read / Math.max(1, expected, read))}  `;
    return `${bar}${read.toLocaleString('en-US')} ${unit}  ${paceText(pace())}`;
  });
  return { stop, report: (report) => void stream.write(reportText(report, describe)) };
}
