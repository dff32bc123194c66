import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type BenchRow, median } from '../support/row.ts';
import { BODY, type Contender, type Ports } from './contenders.ts';

const ROUNDS = 5;
const SECONDS = 1;
const CONNECTIONS = 8;
const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');

const PEERS = {
  yoga: 'graphql-yoga as it comes, same resolvers',
  mercurius: 'mercurius as it comes, same resolvers',
  compiling: 'mercurius with compiled queries, same resolvers',
} as const;

const EXECUTED = 'GraphQL page of 100 pledges, no answer remembered';

const ROWS = [
  { name: 'GraphQL page of 100 pledges', contender: 'ours', peer: 'yoga', goal: 5 },
  { name: EXECUTED, contender: 'executing', peer: 'yoga', goal: 4 },
  { name: EXECUTED, contender: 'executing', peer: 'mercurius', goal: undefined },
  { name: EXECUTED, contender: 'executing', peer: 'compiling', goal: undefined },
] as const;

const result = z.object({
  requests: z.object({ average: z.number() }),
  errors: z.literal(0),
  non2xx: z.literal(0),
});

/**
 * How fast a page of pledges is answered from the newest state, beside yoga and mercurius over the same resolvers.
 * Servers and client are processes of their own; contenders take turns, medians count.
 */
export async function benchGraphql(): Promise<BenchRow[]> {
  const server = fork(join(import.meta.dirname, 'server.ts'));
  try {
    const [ports] = (await once(server, 'message')) as [Ports];
    await requireSameAnswers(ports);
    return await compare(ports);
  } finally {
    server.send('stop');
    await once(server, 'exit');
  }
}

async function compare(ports: Ports): Promise<BenchRow[]> {
  const measured: Record<Contender, number[]> = {
    ...{ ours: [], executing: [] },
    ...{ yoga: [], mercurius: [], compiling: [] },
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of ['yoga', 'ours', 'executing', 'mercurius', 'compiling'] as const) {
      measured[contender].push(await requestsPerSecond(ports[contender]));
    }
  }
  return ROWS.map(({ name, contender, peer, goal }) => ({
    name,
    baseline: PEERS[peer],
    ours: median(measured[contender]),
    theirs: median(measured[peer]),
    unit: 'requests/s',
    // Within a round, since what else the machine does changes from one to the next.
    ratio: median(measured[contender].map((ours, round) => ours / (measured[peer][round] ?? Number.NaN))),
    goal,
  }));
}

async function requestsPerSecond(port: number): Promise<number> {
  const options = ['--json', '--connections', String(CONNECTIONS), '--duration', String(SECONDS)];
  const request = ['--method', 'POST', '--header', 'content-type=application/json', '--body', BODY];
  const url = `http://127.0.0.1:${port}/graphql`;
  const { stdout } = await promisify(execFile)(process.execPath, [AUTOCANNON, ...options, ...request, url]);
  return result.parse(JSON.parse(stdout)).requests.average;
}

/** A contender that answers something else would win for nothing. */
async function requireSameAnswers(ports: Ports): Promise<void> {
  const ask = async (port: number): Promise<string> => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body: BODY });
    return response.text();
  };
  // Three times, so that the compiled answer is among them.
  const { yoga, mercurius, compiling, ours, executing } = ports;
  const bodies = [yoga, mercurius, compiling, compiling, ours, executing, executing, executing].map(ask);
  if (new Set(await Promise.all(bodies)).size !== 1) throw new Error('the contenders disagree');
}
