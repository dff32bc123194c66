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

const ROWS = [
  { name: 'GraphQL page of 100 pledges', contender: 'ours', goal: 5 },
  { name: 'GraphQL page of 100 pledges, no answer remembered', contender: 'executing', goal: undefined },
] as const;

const result = z.object({
  requests: z.object({ average: z.number() }),
  errors: z.literal(0),
  non2xx: z.literal(0),
});

/**
 * How fast a page of pledges is answered from the newest state, beside yoga as it comes over the same resolvers.
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
  const measured: Record<Contender, number[]> = { ours: [], executing: [], yoga: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of ['yoga', 'ours', 'executing'] as const) {
      measured[contender].push(await requestsPerSecond(ports[contender]));
    }
  }
  return ROWS.map(({ name, contender, goal }) => ({
    name,
    baseline: 'graphql-yoga as it comes, same resolvers',
    ours: median(measured[contender]),
    theirs: median(measured.yoga),
    unit: 'requests/s',
    // Within a round, since what else the machine does changes from one to the next.
    ratio: median(measured[contender].map((ours, round) => ours / (measured.yoga[round] ?? Number.NaN))),
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
  const bodies = [ports.yoga, ports.ours, ports.executing, ports.executing, ports.executing].map(ask);
  if (new Set(await Promise.all(bodies)).size !== 1) throw new Error('the contenders disagree');
}
