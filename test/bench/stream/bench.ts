import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type BenchRow, median } from '../support/row.ts';
import type { ClientResult, Contender } from './contender.ts';
import { POOL_UPDATES, poolChecksum } from './pool.ts';

const BASELINE = "official client, 'data' events";
const REPETITIONS = 3;

/** How many pools each contender reads, so that all of them run for about a second or more. */
const ROUNDS: Readonly<Record<Contender, number>> = { official: 2, native: 3, http2: 40 };

const GOALS: Readonly<Record<Exclude<Contender, 'official'>, number>> = {
  native: 1,
  http2: 30,
};

/**
 * How fast each transport takes raw updates off the wire into a sink, beside the official client's decoded
 * events. Server and client are processes of their own; every run must deliver the same updates.
 */
export async function benchStream(): Promise<BenchRow[]> {
  const theirs = await measure('official');
  const rows: BenchRow[] = [];
  for (const name of ['native', 'http2'] as const) {
    const ours = await measure(name);
    rows.push(
      {
        name: `stream, ${name}`,
        baseline: BASELINE,
        ours: ours.perSecond,
        theirs: theirs.perSecond,
        unit: 'updates/s',
        ratio: ours.perSecond / theirs.perSecond,
        goal: GOALS[name],
      },
      {
        name: `stream CPU, ${name}`,
        baseline: BASELINE,
        ours: ours.cpuMicros,
        theirs: theirs.cpuMicros,
        unit: 'us/update',
        ratio: theirs.cpuMicros / ours.cpuMicros,
        goal: GOALS[name],
      },
    );
  }
  return rows;
}

async function measure(name: Contender): Promise<Pick<ClientResult, 'perSecond' | 'cpuMicros'>> {
  const results: ClientResult[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition++) results.push(await run(name));
  return {
    perSecond: median(results.map(({ perSecond }) => perSecond)),
    cpuMicros: median(results.map(({ cpuMicros }) => cpuMicros)),
  };
}

async function run(name: Contender): Promise<ClientResult> {
  const rounds = ROUNDS[name];
  const server = start('server.ts', String(rounds));
  try {
    const [endpoint] = (await once(server, 'message')) as [string];
    const client = start('client.ts', name, endpoint);
    const [result] = (await once(client, 'message')) as [ClientResult];
    if (result.updates !== rounds * POOL_UPDATES || result.checksum !== poolChecksum(rounds)) {
      throw new Error(`${name} delivered ${result.updates} of ${rounds * POOL_UPDATES} updates`);
    }
    return result;
  } finally {
    server.disconnect();
  }
}

function start(file: string, ...args: string[]): ChildProcess {
  return fork(join(import.meta.dirname, file), args);
}

if (import.meta.main) {
  for (const { name, ours, theirs, unit, ratio, goal } of await benchStream()) {
    const line = `${name}: ${ours.toPrecision(4)} ${unit}, theirs ${theirs.toPrecision(4)}, ${ratio.toFixed(1)}x (goal ${goal}x)`;
    process.stdout.write(`${line}\n`);
  }
}
