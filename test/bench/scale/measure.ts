import { performance } from 'node:perf_hooks';
import { createClient } from '@clickhouse/client';
import { z } from 'zod';
import { LaunchlensProcess } from '../../support/launchlens-process.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { waitFor } from '../../support/wait-for.ts';
import { type Latency, latencyOf } from '../query/latency.ts';
import { residentMb } from '../support/process-usage.ts';
import type { Servers } from './servers.ts';
import { launchesOf, PLEDGES_PER_LAUNCH, slotOf, walletNamed } from './shape.ts';

export const QUESTIONS = ['detail', 'page', 'positions', 'past'] as const;
export type Question = (typeof QUESTIONS)[number];

/** What an index of one size costs, and how fast it answers. */
export interface Answers {
  readonly apiStartMs: number;
  readonly apiMb: number;
  readonly enginesMb: number;
  /** Of all shards. */
  readonly diskBytes: number;
  readonly latencies: Readonly<Record<Question, Latency>>;
}

const CALLS = 150;
const LONGEST_MS = 3_600_000;

/** Starts an API process over the index and asks it, one request after another, about launches and wallets at random. */
export async function measure({ settings, servers }: Servers, versions: number): Promise<Answers> {
  await settle(servers);
  await using directory = await temporaryDirectory();
  const startedAt = performance.now();
  await using api = new LaunchlensProcess(['api'], {
    cwd: directory.path,
    env: { ...settings, DATA_DIR: directory.path, HTTP_PORT: '0', LOG_LEVEL: 'warn' },
  });
  const [, url = ''] = await api.prints(/Launchlens API: (\S+)\/docs/);
  const get = (path: string): Promise<unknown> => answerTo(`${url}/api/v1${path}`);
  await waitFor(
    () =>
      get('/ilo/launches/0/').then(
        () => true,
        () => false,
      ),
    {
      what: 'the API to have loaded the index',
      withinMs: LONGEST_MS,
    },
  );
  const apiStartMs = performance.now() - startedAt;
  const latencies = {} as Record<Question, Latency>;
  for (const question of QUESTIONS) {
    latencies[question] = await latencyOf(CALLS, (n) => get(pathOf(question, draw(n, versions), versions)));
  }
  return {
    apiStartMs,
    apiMb: residentMb(api.pid),
    enginesMb: (await Promise.all(servers.map((server) => server.pid())))
      .map(residentMb)
      .reduce((sum, mb) => sum + mb),
    diskBytes: await sumOf(servers, 'SELECT sum(bytes_on_disk) AS sum FROM system.parts WHERE active'),
    latencies,
  };
}

/** A version that no other call asks about, spread over the whole index. */
function draw(n: number, versions: number): number {
  return Math.floor(((n + 1) * 0.618_033_988_7 * versions) % versions);
}

function pathOf(question: Question, version: number, versions: number): string {
  const launch = Math.floor(version / PLEDGES_PER_LAUNCH) % launchesOf(versions);
  const wallet = walletNamed(version);
  switch (question) {
    case 'detail':
      return `/ilo/launches/${launch}/?wallet=${wallet}`;
    case 'page':
      return `/ilo/launches/${launch}/pledges/?limit=100`;
    case 'positions':
      return `/ilo/wallets/${wallet}/positions/`;
    case 'past': {
      const last = slotOf(versions);
      return `/ilo/launches/${launch}/?wallet=${wallet}&as_of_slot=${last - (last - slotOf(version)) / 2n}`;
    }
  }
}

async function answerTo(url: string): Promise<unknown> {
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${text.slice(0, 200)}`);
  return text;
}

/** Waits until every server has merged what the filling left, so that its work is not timed with the questions. */
async function settle(servers: Servers['servers']): Promise<void> {
  await waitFor(async () => (await sumOf(servers, 'SELECT count() AS sum FROM system.merges')) === 0, {
    what: 'the merges to end',
    everyMs: 500,
    withinMs: LONGEST_MS,
  });
}

const sumRow = z.object({ sum: z.coerce.number() });

/** The sum of what each server answers to a question about itself. */
async function sumOf(servers: Servers['servers'], query: string): Promise<number> {
  let sum = 0;
  for (const { url } of servers) {
    await using client = createClient({ url });
    const answer = await client.query({ query, format: 'JSONEachRow' });
    for (const row of z.array(sumRow).parse(await answer.json())) sum += row.sum;
  }
  return sum;
}
