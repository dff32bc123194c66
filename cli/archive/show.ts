import { counted, noun } from '../../core/kernel/counted.ts';
import { Pacer } from '../backfill/pace.ts';
import type { Session } from '../session.ts';
import { barText, keepLine, paceText } from '../terminal/status-line.ts';
import type { ArchiveLine } from './lines.ts';

export type ArchiveReport = Extract<ArchiveLine, { event: 'report' }>;

export interface ShowOptions {
  /** JSON lines even on a terminal. */
  readonly json: boolean;
  /** The final report, for people. */
  readonly describe: (report: ArchiveReport) => string;
}

/**
 * Shows a run to its end: a progress bar where a person watches, JSON lines otherwise. The session closes the store only
 * after the run has ended.
 */
export async function showToEnd(
  session: Pick<Session, 'clock' | 'shutdown'>,
  lines: AsyncIterable<ArchiveLine>,
  { json, describe }: ShowOptions,
): Promise<void> {
  const shown = process.stdout.isTTY && !json ? showBar(session, lines, describe) : printLines(lines);
  session.shutdown.onClose('the files', () =>
    shown.catch(() => {
      // The command itself reports how the run ended.
    }),
  );
  await shown;
}

async function printLines(lines: AsyncIterable<ArchiveLine>): Promise<void> {
  for await (const line of lines) process.stdout.write(`${JSON.stringify(line)}\n`);
}

async function showBar(
  { clock }: Pick<Session, 'clock'>,
  lines: AsyncIterable<ArchiveLine>,
  describe: ShowOptions['describe'],
): Promise<void> {
  let pacer = new Pacer();
  let phase = '';
  let seen = { label: 'freezing the index', rows: 0, expected: 0 };
  const stop = keepLine(() => {
    const { label, rows, expected } = seen;
    if (expected === 0) return label;
    const pace = paceText(pacer.sample(clock.now(), rows, expected));
    return `${barText(rows / expected)}  ${rows.toLocaleString('en-US')} ${noun(rows, 'row')}  ${pace}  ${label}`;
  });
  let last = '';
  try {
    for await (const line of lines) {
      if (line.event === 'report') last = describe(line);
      else {
        // Each phase counts the rows again, at its own speed.
        if (line.phase !== 'check' && line.phase !== phase) pacer = new Pacer();
        if (line.phase !== 'check') phase = line.phase;
        seen = { label: `${line.phase} ${line.table}`, rows: line.rows, expected: line.expected_rows };
      }
    }
  } finally {
    stop();
  }
  process.stdout.write(last);
}

/** The figures of a report, for people. */
export function figures({ rows, tables, bytes, seconds }: ArchiveReport): string {
  const number = (value: number): string => value.toLocaleString('en-US');
  const mib = (bytes / 2 ** 20).toFixed(1);
  return `${number(rows)} ${noun(rows, 'row')} of ${counted(tables, 'table')}, ${mib} MiB, in ${seconds.toFixed(1)} s`;
}
