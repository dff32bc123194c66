import type { Clock } from '../../core/kernel/clock.ts';

/** What the status line shows while the index runs. */
export interface Progress {
  readonly state: string;
  readonly slot: bigint | undefined;
  /** Newest slot at which the whole index was found equal to the chain. */
  readonly verifiedSlot: bigint | undefined;
  readonly lagSlots: bigint | undefined;
  readonly launches: number;
  /** Pledge versions indexed so far; the line shows their rate. */
  readonly pledgeVersions: number;
}

const EVERY_MS = 250;
/** The rate is taken over this many refreshes, so that it is readable. */
const RATE_WINDOW = 20;

export interface StatusLineOptions {
  readonly stream: NodeJS.WriteStream;
  readonly clock: Clock;
  readonly read: () => Progress;
}

/** Keeps the status line of a running index up to date; returns a function that stops it. */
export function startStatusLine({ stream, clock, read }: StatusLineOptions): () => void {
  const samples: { readonly at: number; readonly count: number }[] = [];
  const line = (): string => {
    const progress = read();
    samples.push({ at: clock.now(), count: progress.pledgeVersions });
    if (samples.length > RATE_WINDOW) samples.shift();
    return renderProgress(progress, ratePerSecond(samples));
  };
  return keepLine({ stream, line });
}

export interface LineOptions {
  readonly stream: NodeJS.WriteStream;
  readonly line: () => string;
}

/** Keeps one line at the bottom of a terminal up to date; returns a function that stops it. Writes nothing to a pipe or file. */
export function keepLine({ stream, line }: LineOptions): () => void {
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

function renderProgress(progress: Progress, pledgesPerSecond: number): string {
  const [slot, verified] = [progress.slot, progress.verifiedSlot].map(
    (at) => at?.toLocaleString('en-US') ?? '—',
  );
  const lag = progress.lagSlots === undefined ? '—' : progress.lagSlots.toString();
  const launches = progress.launches.toLocaleString('en-US');
  return `${progress.state}  slot ${slot}  verified ${verified}  lag ${lag}  launches ${launches}  pledges/s ${pledgesPerSecond.toFixed(1)}`;
}

function ratePerSecond(samples: readonly { readonly at: number; readonly count: number }[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.at === first.at) return 0;
  return ((last.count - first.count) * 1000) / (last.at - first.at);
}
