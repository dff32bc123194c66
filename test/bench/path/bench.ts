import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchRow, median } from '../support/row.ts';
import type { Contender, Result } from './contender.ts';

const BASELINE = 'official client, Anchor, bs58, JSONEachRow';
const REPETITIONS = 3;
const CONTENDERS = ['official', 'native', 'grpc-js', 'http2'] as const;

const GOALS: Readonly<Record<Exclude<Contender, 'official'>, { speed?: number; cpu?: number }>> = {
  native: {},
  'grpc-js': { speed: 9 },
  http2: { speed: 30, cpu: 30 },
};

/**
 * From the socket to durable rows: stream, decode, whole slots, ClickHouse. The contenders take turns, so that a
 * busy machine slows all alike; each run is a process with a store of its own and must end with the same table.
 */
export async function benchPath(): Promise<BenchRow[]> {
  const server = fork(join(import.meta.dirname, 'server.ts'));
  try {
    const [endpoint] = (await once(server, 'message')) as [string];
    const results: Record<Contender, Result[]> = { official: [], native: [], 'grpc-js': [], http2: [] };
    for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
      for (const name of CONTENDERS) results[name].push(await run(name, endpoint, server));
    }
    requireEqual(results);
    return (['native', 'grpc-js', 'http2'] as const).flatMap((name) => rowsFor(name, results));
  } finally {
    server.disconnect();
  }
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

function requireEqual(results: Readonly<Record<Contender, readonly Result[]>>): void {
  const expected = results.official[0]?.digest;
  for (const name of CONTENDERS) {
    for (const { digest } of results[name]) {
      if (digest !== expected) throw new Error(`${name} ended with ${digest}, not ${expected}`);
    }
  }
}

function rowsFor(
  name: Exclude<Contender, 'official'>,
  results: Readonly<Record<Contender, readonly Result[]>>,
): BenchRow[] {
  const of = (contender: Contender, figure: (result: Result) => number): number =>
    median(results[contender].map(figure));
  const { speed, cpu } = GOALS[name];
  const row = (what: string, unit: string, figure: (result: Result) => number, goal?: number): BenchRow => {
    const ours = of(name, figure);
    const theirs = of('official', figure);
    const ratio = unit === 'updates/s' ? ours / theirs : theirs / ours;
    return { name: `${what}, ${name}`, baseline: BASELINE, ours, theirs, unit, ratio, goal };
  };
  return [
    row('whole path', 'updates/s', ({ perSecond }) => perSecond, speed),
    row('whole path CPU', 'us/update', ({ cpuMicros }) => cpuMicros, cpu),
    row('whole path event-loop stall', 'ms', ({ stallMs }) => stallMs),
    row('whole path peak memory', 'MB', ({ peakMb }) => peakMb),
  ];
}
