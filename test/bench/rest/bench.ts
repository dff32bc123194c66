import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type BenchRow, median } from '../support/row.ts';
import { type Contender, PATHS, type Ports, type Question } from './contenders.ts';

const ROUNDS = 5;
const SECONDS = 1;
const CONNECTIONS = 8;
const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');

const NAMES: Readonly<Record<Question, string>> = {
  detail: 'REST launch detail',
  pledges: 'REST page of 100 pledges',
};
const BASELINES = [
  { contender: 'bare', baseline: 'bare node:http, same bytes', goal: 1 },
  { contender: 'clickhouse', baseline: 'ClickHouse per request', goal: 100 },
] as const;

const result = z.object({
  requests: z.object({ average: z.number() }),
  errors: z.literal(0),
  non2xx: z.literal(0),
});

/**
 * How fast the newest state is answered, beside `node:http` sending the same bytes and beside asking ClickHouse
 * for every request. Servers and client are processes of their own; contenders take turns, medians count.
 */
export async function benchRest(): Promise<BenchRow[]> {
  const server = fork(join(import.meta.dirname, 'server.ts'));
  try {
    const [ports] = (await once(server, 'message')) as [Ports];
    const rows: BenchRow[] = [];
    for (const question of ['detail', 'pledges'] as const) {
      await requireSameAnswers(ports, question);
      rows.push(...(await compare(ports, question)));
    }
    return rows;
  } finally {
    server.send('stop');
    await once(server, 'exit');
  }
}

async function compare(ports: Ports, question: Question): Promise<BenchRow[]> {
  const measured: Record<Contender, number[]> = { ours: [], bare: [], clickhouse: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of ['bare', 'ours', 'clickhouse'] as const) {
      measured[contender].push(await requestsPerSecond(ports[contender], question));
    }
  }
  return BASELINES.map(({ contender, baseline, goal }) => ({
    name: NAMES[question],
    baseline,
    ours: median(measured.ours),
    theirs: median(measured[contender]),
    unit: 'requests/s',
    // Within a round, since what else the machine does changes from one to the next.
    ratio: median(measured.ours.map((ours, round) => ours / (measured[contender][round] ?? Number.NaN))),
    goal,
  }));
}

async function requestsPerSecond(port: number, question: Question): Promise<number> {
  const url = `http://127.0.0.1:${port}${PATHS[question]}`;
  const options = ['--json', '--connections', String(CONNECTIONS), '--duration', String(SECONDS)];
  const { stdout } = await promisify(execFile)(process.execPath, [AUTOCANNON, ...options, url]);
  return result.parse(JSON.parse(stdout)).requests.average;
}

/** A contender that answers something else would win for nothing. */
async function requireSameAnswers(ports: Ports, question: Question): Promise<void> {
  const bodies = await Promise.all(
    Object.values(ports).map(async (port) =>
      (await fetch(`http://127.0.0.1:${port}${PATHS[question]}`)).text(),
    ),
  );
  if (new Set(bodies).size !== 1) throw new Error(`the contenders disagree on ${question}`);
}
