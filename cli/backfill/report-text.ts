import { noun } from '../../core/kernel/counted.ts';
import { jsonInteger } from '../../core/kernel/u64.ts';
import type { Gap } from '../../indexer/backfill/job.ts';
import type { BackfillReport, Progress } from '../../indexer/backfill/report.ts';
import type { Pace } from './pace.ts';

/** One line of progress for programs. */
export function progressLine(progress: Progress, { rate, etaSeconds }: Pace): object {
  const { read, written, unchanged, quarantined, expected } = progress;
  return {
    event: 'progress',
    read,
    written,
    unchanged,
    quarantined,
    expected: expected ?? null,
    per_second: Math.round(rate * 10) / 10,
    eta_seconds: etaSeconds ?? null,
  };
}

/** The last line, for programs: slots as integers, amounts as decimal text. */
export function reportLine(report: BackfillReport): object {
  const { dryRun, resumed, gaps, finding, ...facts } = report;
  return {
    event: 'report',
    ...facts,
    resumed_chunks: resumed,
    dry_run: dryRun,
    gaps: gaps.map(gapLine),
    ...(plain(finding ?? {}) as object),
  };
}

function gapLine({ of, fromSlot, toSlot, cause }: Gap): object {
  return {
    of,
    from_slot: fromSlot === undefined ? null : jsonInteger('from_slot', fromSlot),
    to_slot: toSlot === undefined ? null : jsonInteger('to_slot', toSlot),
    cause,
  };
}

function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item)),
  );
}

/** The most gaps shown to a person; programs get all of them. */
const SHOWN_GAPS = 20;

/** The final report, for people. */
export function reportText(
  report: BackfillReport,
  describe: (finding: Readonly<Record<string, unknown>>) => string = () => '',
): string {
  const { kind, unit, dryRun, resumed, gaps, seconds, finding } = report;
  const number = (value: number): string => value.toLocaleString('en-US');
  const rows: readonly (readonly [string, string])[] = [
    ['read', `${number(report.read)} ${noun(report.read, unit.replace(/s$/, ''), unit)}`],
    [dryRun ? 'would write' : 'written', `${number(report.written)} ${noun(report.written, 'row')}`],
    ['unchanged', `${number(report.unchanged)} ${noun(report.unchanged, 'row')}`],
    ['quarantined', number(report.quarantined)],
    ['gaps', number(gaps.length)],
    ['seconds', seconds.toFixed(1)],
    ...(resumed === 0 ? [] : [['done before', `${number(resumed)} ${noun(resumed, 'chunk')}`] as const]),
  ];
  const shown = gaps.slice(0, SHOWN_GAPS).map((gap) => `  gap: ${gapText(gap)}`);
  const hidden = gaps.length - shown.length;
  return [
    `backfill ${kind}${dryRun ? ', nothing written (dry run)' : ''}`,
    ...rows.map(([name, value]) => `  ${name.padEnd(12)} ${value}`),
    ...shown,
    ...(hidden > 0 ? [`  and ${number(hidden)} more ${noun(hidden, 'gap')} (--json lists all)`] : []),
    ...(finding ? [describe(finding)].filter((text) => text !== '') : []),
    '',
  ].join('\n');
}

function gapText({ of, fromSlot, toSlot, cause }: Gap): string {
  const slots = fromSlot === undefined ? '' : `, slots ${fromSlot} to ${toSlot ?? 'the newest'}`;
  return `${of}${slots}: ${cause}`;
}
