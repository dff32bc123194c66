import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchRow, median } from '../support/row.ts';
import type { Contender, Result } from './contender.ts';

const BASELINE = 'official client, Anchor, bs58, JSONEachRow';
const ROUNDS = 3;

type Ours = Exclude<Contender, 'official'>;
type Results = Readonly<Record<Contender, readonly Result[]>>;

const GOALS: Readonly<Record<Ours, { speed?: number; cpu?: number }>> = {
  native: {},
  http2: { speed: 45, cpu: 45 },
};

/**
 * From the socket to durable rows: stream, decode, whole slots, ClickHouse. The contenders take turns, so that a
 * busy machine slows all alike; each run is a process with a store of its own and must end with the same table.
 */
export async function benchPath(): Promise<BenchRow[]> {
  const server = fork(join(import.meta.dirname, 'server.ts'));
  try {
    const [endpoint] = (await once(server, 'message')) as [string];
    const results: Record<Contender, Result[]> = { official: [], native: [], http2: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of contendersOf(round)) {
        const result = await run(name, endpoint, server);
        requireEqual(name, result, results.official[0] ?? result);
        results[name].push(result);
      }
    }
    return (['native', 'http2'] as const).flatMap((name) => rowsFor(name, results));
  } finally {
    server.disconnect();
  }
}

/** The official client underneath is what bounds `native`, so one run is enough. */
function contendersOf(round: number): readonly Contender[] {
  return round === 0 ? ['official', 'native', 'http2'] : ['official', 'http2'];
}

async function run(name: Contender, endpoint: string, server: ChildProcess): Promise<Result> {
  const client = fork(join(import.meta.dirname, 'client.ts'), [name, endpoint]);
  return new Promise((resolve, reject) => {
    client.once('error', reject);
    client.once('exit', (code) => reject(new Error(`${name} ended with ${code} and without a result`)));
    client.on('message', (message: 'go' | Result) => {
      if (message === 'go') server.send('go');
      else resolve(message);
    });
  });
}

function requireEqual(name: Contender, { digest }: Result, expected: Result): void {
  if (digest !== expected.digest) throw new Error(`${name} ended with ${digest}, not ${expected.digest}`);
}

function rowsFor(name: Ours, results: Results): BenchRow[] {
  const { speed, cpu } = GOALS[name];
  const row = (what: string, unit: string, figure: (result: Result) => number, goal?: number): BenchRow => {
    const ours = results[name].map(figure);
    const theirs = results.official.map(figure);
    // Within a round, since what else the machine does changes from one to the next.
    const times = ours.map((value, round) => (theirs[round] ?? Number.NaN) / value);
    const ratio = unit === 'updates/s' ? median(times.map((time) => 1 / time)) : median(times);
    const base = { name: `${what}, ${name}`, baseline: BASELINE, unit, goal };
    return { ...base, ours: median(ours), theirs: median(theirs), ratio };
  };
  return [
    row('whole path', 'updates/s', ({ perSecond }) => perSecond, speed),
    row('whole path CPU', 'us/update', ({ cpuMicros }) => cpuMicros, cpu),
    row('whole path event-loop stall', 'ms', ({ stallMs }) => stallMs),
    row('whole path peak memory', 'MB', ({ peakMb }) => peakMb),
  ];
}
