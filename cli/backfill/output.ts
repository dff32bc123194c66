import { SingleBar } from 'cli-progress';
import type { Clock } from '../../core/kernel/clock.ts';
import type { BackfillReport, Progress } from '../../indexer/backfill/report.ts';
import { type Pace, Pacer } from './pace.ts';
import { progressLine, reportLine, reportText } from './report-text.ts';

export interface OutputOptions {
  readonly stream: NodeJS.WriteStream;
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

const BAR_MS = 250;
const LINES_MS = 1_000;

/** A progress bar and a table where a person watches, JSON lines otherwise. */
export function openOutput(options: OutputOptions): Output {
  return options.stream.isTTY && !options.json ? openBar(options) : openLines(options);
}

function openLines({ stream, clock, progress }: OutputOptions): Output {
  const pacer = new Pacer();
  const print = (line: object): void => void stream.write(`${JSON.stringify(line)}\n`);
  const timer = setInterval(() => {
    print(progressLine(progress, pacer.sample(clock.now(), progress.read, progress.expected)));
  }, LINES_MS);
  return { stop: () => clearInterval(timer), report: (report) => print(reportLine(report)) };
}

function openBar({ stream, clock, unit, progress, describe }: OutputOptions): Output {
  const pacer = new Pacer();
  const bar = new SingleBar({
    stream,
    clearOnComplete: true,
    hideCursor: true,
    format: ({ barsize = 30 }, { progress: share, value }, payload: { pace: Pace }) => {
      const known = progress.expected !== undefined;
      const full = Math.round(share * barsize);
      const drawn = known ? `${'█'.repeat(full)}${'░'.repeat(barsize - full)} ${percent(share)}  ` : '';
      return `${drawn}${value.toLocaleString('en-US')} ${unit}  ${paceText(payload.pace)}`;
    },
  });
  const draw = (): { pace: Pace } => {
    bar.setTotal(Math.max(1, progress.expected ?? 1, progress.read));
    return { pace: pacer.sample(clock.now(), progress.read, progress.expected) };
  };
  bar.start(1, 0, draw());
  const timer = setInterval(() => bar.update(progress.read, draw()), BAR_MS);
  return {
    stop: () => {
      clearInterval(timer);
      bar.stop();
    },
    report: (report) => void stream.write(reportText(report, describe)),
  };
}

export function percent(share: number): string {
  return `${Math.floor(share * 100)} %`.padStart(5);
}

export function paceText({ rate, etaSeconds }: Pace): string {
  const eta = etaSeconds === undefined ? '' : `  ETA ${clockText(etaSeconds)}`;
  return `${Math.round(rate).toLocaleString('en-US')}/s${eta}`;
}

function clockText(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return seconds < 3600
    ? `${two(seconds / 60)}:${two(seconds % 60)}`
    : `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
}
