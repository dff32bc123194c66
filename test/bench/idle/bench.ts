import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchlensProcess } from '../../support/launchlens-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { cpuMs, residentMb } from '../support/process-usage.ts';
import { type BenchRow, withinLimit } from '../support/row.ts';

/** Until what a start leaves behind has been collected and merged. */
const SETTLE_MS = 60_000;
/** Merges make files and remove them, so shorter spans show that instead of growth. */
const MEASURED_MS = 600_000;
const SAMPLE_MS = 10_000;
const HOUR_MS = 3_600_000;
const MEGABYTE = 1024 * 1024;

const MOST_CPU_PERCENT = 6;
const MOST_RESIDENT_MB = 450;
const MOST_FILES = 600;
const MOST_MB_PER_HOUR = 10;

/** What the demo costs while nobody asks it anything. Its chain, a process of its own, is not counted. */
export async function benchIdle(): Promise<BenchRow[]> {
  await using directory = await temporaryDirectory();
  await using product = new LaunchlensProcess(['up', '--demo'], {
    cwd: directory.path,
    env: { HTTP_PORT: '0', DATA_DIR: directory.path },
  });
  await product.prints(/readiness\s+http:\S+\/ready/);
  await delay(SETTLE_MS);
  const [cpuBefore, beganAt] = [cpuMs(product.pid), performance.now()];
  const samples: Sample[] = [];
  for (let at = 0; at < MEASURED_MS; at = performance.now() - beganAt) {
    samples.push({ at, ...(await filesIn(directory.path)) });
    await delay(SAMPLE_MS);
  }
  const cpu = ((cpuMs(product.pid) - cpuBefore) / (performance.now() - beganAt)) * 100;
  const count = Math.max(...samples.map((sample) => sample.count));
  const growth = (bytesPerMs(samples) / MEGABYTE) * HOUR_MS;
  return [
    withinLimit('idle demo, CPU', '% of a core', cpu, MOST_CPU_PERCENT),
    withinLimit('idle demo, resident memory', 'MB', residentMb(product.pid), MOST_RESIDENT_MB),
    withinLimit('idle demo, files', 'files', count, MOST_FILES),
    withinLimit('idle demo, growth of its directory', 'MB/h', Math.max(growth, 0.01), MOST_MB_PER_HOUR),
  ];
}

interface Sample {
  /** Milliseconds. */
  readonly at: number;
  readonly count: number;
  readonly bytes: number;
}

/** The slope of the line that fits the samples best. */
function bytesPerMs(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [at, bytes] = [mean((sample) => sample.at), mean((sample) => sample.bytes)];
  const together = mean((sample) => (sample.at - at) * (sample.bytes - bytes));
  return together / mean((sample) => (sample.at - at) ** 2);
}

/** Files may disappear while they are counted, because parts are merged. */
async function filesIn(directory: string): Promise<{ count: number; bytes: number }> {
  let [count, bytes] = [0, 0];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (!found) continue;
    count += 1;
    bytes += found.blocks * 512;
  }
  return { count, bytes };
}
