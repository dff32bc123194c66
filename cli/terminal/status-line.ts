import type { RunningCapture } from '../../indexer/capture/record.ts';
import type { RunningIndexer } from '../../indexer/main.ts';
import { type Pace, Pacer } from '../backfill/pace.ts';
import type { Session } from '../session.ts';

const EVERY_MS = 250;

/** Keeps one line at the bottom of a terminal up to date; returns a function that removes it. Writes nothing to a file. */
export function keepLine(line: () => string): () => void {
  const stream = process.stdout;
  if (!stream.isTTY) return () => undefined;
  const refresh = (): void => {
    stream.write(`\r\x1b[2K${line().slice(0, stream.columns - 1)}`);
  };
  refresh();
  const timer = setInterval(refresh, EVERY_MS);
  return () => {
    clearInterval(timer);
    stream.write('\r\x1b[2K');
  };
}

const BAR_WIDTH = 30;

/** @param share from 0 to 1 */
export function barText(share: number): string {
  const full = Math.round(Math.min(1, share) * BAR_WIDTH);
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${percent}`;
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

const number = (value: bigint | number | undefined): string => value?.toLocaleString('en-US') ?? '—';

type Shown = Pick<RunningIndexer, 'stats' | 'audits'>;

export interface ShownIndexes {
  /** That of the launches, where they are followed. */
  readonly launches: Shown | undefined;
  /** Those of the followed programs, by name. */
  readonly programs: ReadonlyMap<string, Shown>;
}

/** Shows how far the running indexes are, on one line. */
export function showStatus(session: Pick<Session, 'clock' | 'shutdown'>, indexes: ShownIndexes): void {
  const pacer = new Pacer();
  session.shutdown.onClose(
    'the status line',
    keepLine(() => statusText(indexes, pacer, session.clock.now())),
  );
}

export function statusText({ launches, programs }: ShownIndexes, pacer: Pacer, now: number): string {
  const parts = [...programs].map(([name, index]) => `${name}: ${placeOf(index)}`);
  if (launches) {
    const { rate } = pacer.sample(now, launches.stats.pledgeVersions, undefined);
    const count = number(launches.stats.launches);
    parts.unshift(`${placeOf(launches)}  launches ${count}  pledges/s ${rate.toFixed(1)}`);
  }
  return parts.join('  |  ');
}

function placeOf({ stats, audits }: Shown): string {
  const { state, lastIndexedSlot: slot, chainSlot } = stats;
  const behind = chainSlot === undefined || slot === undefined ? undefined : chainSlot - slot;
  const lag = behind === undefined ? '—' : `${behind > 0n ? behind : 0n}`;
  return `${state}  slot ${number(slot)}  verified ${number(audits.stats.verifiedSlot)}  lag ${lag}`;
}

/** Shows how far a recording is, how fast updates come, and how large the file is. */
export function showCapture(
  session: Pick<Session, 'clock' | 'shutdown'>,
  { stats, recorded }: RunningCapture,
): void {
  const startedAt = session.clock.now();
  const line = (): string => {
    const seconds = Math.max(1, (session.clock.now() - startedAt) / 1000);
    const rate = (stats.accountUpdates / seconds).toFixed(1);
    const megabytes = (recorded.bytes / 1_000_000).toFixed(1);
    return `${stats.state}  slot ${number(recorded.slot)}  slots ${recorded.slots}  updates/s ${rate}  ${megabytes} MB  gaps ${recorded.gaps}`;
  };
  session.shutdown.onClose('the status line', keepLine(line));
}
