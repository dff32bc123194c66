import { SingleBar } from 'cli-progress';
import type { Clock } from '../../core/kernel/clock.ts';
import { counted, noun } from '../../core/kernel/counted.ts';
import { paceText, percent } from '../backfill/output.ts';
import { Pacer } from '../backfill/pace.ts';
import type { Session } from '../session.ts';
import type { ArchiveLine } from './lines.ts';

export interface ShowOptions {
  readonly stream: NodeJS.WriteStream;
  /** JSON lines even on a terminal. */
  readonly json: boolean;
  readonly clock: Clock;
  /** The final report, for people. */
  readonly describe: (report: Extract<ArchiveLine, { event: 'report' }>) => string;
}

/** Shows a run; the session closes the store only after the run has ended. */
export async function showToEnd(
  { clock, shutdown }: Pick<Session, 'clock' | 'shutdown'>,
  lines: AsyncIterable<ArchiveLine>,
  how: Omit<ShowOptions, 'stream' | 'clock'>,
): Promise<void> {
  const shown = showArchive(lines, { ...how, stream: process.stdout, clock });
  shutdown.onClose('the files', () =>
    shown.catch(() => {
      // The command itself reports how the run ended.
    }),
  );
  await shown;
}

/** Follows a run to its end: a progress bar where a person watches, JSON lines otherwise. */
async function showArchive(lines: AsyncIterable<ArchiveLine>, options: ShowOptions): Promise<void> {
  const { stream, json } = options;
  if (stream.isTTY && !json) return showBar(lines, options);
  for await (const line of lines) stream.write(`${JSON.stringify(line)}\n`);
}

const BAR_MS = 250;

async function showBar(
  lines: AsyncIterable<ArchiveLine>,
  { stream, clock, describe }: ShowOptions,
): Promise<void> {
  let pacer = new Pacer();
  let phase = '';
  let seen = { label: 'freezing the index', rows: 0, expected: 0 };
  const bar = new SingleBar({
    stream,
    clearOnComplete: true,
    hideCursor: true,
    format: ({ barsize = 30 }, { progress: share }) => {
      if (seen.expected === 0) return seen.label;
      const full = Math.round(share * barsize);
      const drawn = `${'█'.repeat(full)}${'░'.repeat(barsize - full)} ${percent(share)}`;
      const pace = paceText(pacer.sample(clock.now(), seen.rows, seen.expected));
      return `${drawn}  ${seen.rows.toLocaleString('en-US')} ${noun(seen.rows, 'row')}  ${pace}  ${seen.label}`;
    },
  });
  bar.start(1, 0);
  const draw = (): void => {
    bar.setTotal(Math.max(1, seen.expected));
    bar.update(seen.rows);
  };
  const timer = setInterval(draw, BAR_MS);
  let last = '';
  try {
    for await (const line of lines) {
      if (line.event === 'report') last = describe(line);
      else {
        // Each phase counts the rows again, at its own speed.
        if (line.phase === 'check' || line.phase === phase) seen = { ...seen, rows: line.rows };
        else pacer = new Pacer();
        if (line.phase !== 'check') phase = line.phase;
        seen = { label: `${line.phase} ${line.table}`, rows: line.rows, expected: line.expected_rows };
      }
    }
  } finally {
    clearInterval(timer);
    bar.stop();
  }
  stream.write(last);
}

/** The figures of a report, for people. */
export function figures({ rows, tables, bytes, seconds }: Extract<ArchiveLine, { event: 'report' }>): string {
  const number = (value: number): string => value.toLocaleString('en-US');
  const mib = (bytes / 2 ** 20).toFixed(1);
  return `${number(rows)} ${noun(rows, 'row')} of ${counted(tables, 'table')}, ${mib} MiB, in ${seconds.toFixed(1)} s`;
}
