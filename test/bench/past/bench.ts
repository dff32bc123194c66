import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchlensProcess } from '../../support/launchlens-process.ts';
import { connectAgent } from '../../support/mcp-agent.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { cpuMs } from '../support/process-usage.ts';
import { type BenchRow, withinLimit } from '../support/row.ts';

/** Slots of the demo that are indexed before anything is asked: parts as a live index leaves them. */
const FIRST_SLOT = 120;
const SLOTS = 400;
/** So many more slots, and the API has forgotten the first: it asks the store for them. */
const REMEMBERED = 1_040;
const ANSWERS = 120;
const RECENT_ANSWERS = 300;
const AT_ONCE = 8;
const IDLE_MS = 10_000;
const MOST_CPU_MS = 8;
const MOST_RECENT_CPU_MS = 1;
const LEAST_PER_SECOND = 150;

type Ask = (slot: number) => Promise<unknown>;

/** A launch at a slot that nobody has asked for, from store or memory of the running product, while its index goes on. */
export async function benchPast(): Promise<BenchRow[]> {
  await using directory = await temporaryDirectory();
  await using product = new LaunchlensProcess(['up', '--demo', '--speed', '4'], {
    cwd: directory.path,
    env: { HTTP_PORT: '0', DATA_DIR: directory.path, RATE_LIMIT_PAIRED_PER_MINUTE: '1000000' },
  });
  const [, url = ''] = await product.prints(/readiness\s+(http:\S+)\/ready/);
  const last = FIRST_SLOT + SLOTS + REMEMBERED;
  const newest = `${url}/api/v1/ilo/status/?min_slot=${last}`;
  const indexed = async () => (await fetch(newest)).status === 200;
  while (!(await indexed())) await delay(1_000);
  await using agent = await connectAgent(url, { path: '/mcp', headers: {} });
  const transports: readonly (readonly [string, Ask])[] = [
    ['REST', (slot) => ask(`${url}/api/v1/ilo/launches/1/?as_of_slot=${slot}`)],
    ['GraphQL', (slot) => ask(`${url}/graphql`, query(slot))],
    ['MCP', (slot) => agent.call('get_ilo_details', { launch_id: '1', as_of_slot: slot })],
  ];
  const idle = await cpuRate(product.pid);
  const rows: BenchRow[] = [];
  for (const [transport, [name, question]] of transports.entries()) {
    const measured = { transport: name, question, pid: product.pid, idle };
    const cold = slotsFrom(FIRST_SLOT + transport * ANSWERS, ANSWERS);
    rows.push(...(await rowsOf({ ...measured, when: 'past', slots: cold, mostCpuMs: MOST_CPU_MS })));
    const recent = slotsFrom(last - RECENT_ANSWERS, RECENT_ANSWERS);
    rows.push(
      ...(await rowsOf({ ...measured, when: 'recent', slots: recent, mostCpuMs: MOST_RECENT_CPU_MS })),
    );
  }
  return rows;
}

function slotsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}

interface Measured {
  readonly transport: string;
  /** From the store, or from memory. */
  readonly when: 'past' | 'recent';
  readonly mostCpuMs: number;
  readonly slots: readonly number[];
  readonly question: Ask;
  readonly pid: number;
  /** CPU time of the product per millisecond while nobody asks. */
  readonly idle: number;
}

async function rowsOf({ transport, when, slots, mostCpuMs, ...measured }: Measured): Promise<BenchRow[]> {
  const { question, pid, idle } = measured;
  const [cpuBefore, startedAt] = [cpuMs(pid), performance.now()];
  const waiting = [...slots];
  const client = async (): Promise<void> => {
    for (let slot = waiting.shift(); slot !== undefined; slot = waiting.shift()) await question(slot);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  const took = performance.now() - startedAt;
  const cpu = (cpuMs(pid) - cpuBefore - idle * took) / slots.length;
  const rate = (slots.length / took) * 1_000;
  const name = `a launch at a ${when} slot by ${transport}, cold, beside a live index`;
  return [
    withinLimit(`CPU of ${name}`, 'ms', cpu, mostCpuMs),
    {
      ...{ name, unit: 'answers/s', baseline: `at least ${LEAST_PER_SECOND}` },
      ...{ ours: rate, theirs: LEAST_PER_SECOND, ratio: rate / LEAST_PER_SECOND, goal: 1 },
    },
  ];
}

async function ask(url: string, init?: RequestInit): Promise<void> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (answer.status !== 200 || text.includes('"errors"'))
    throw new Error(`${url} answered ${answer.status}: ${text}`);
}

function query(slot: number): RequestInit {
  const text = `{ launch(launchId: "1", asOfSlot: ${slot}) { launchId totalPledged status } }`;
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify({ query: text }) };
}

async function cpuRate(pid: number): Promise<number> {
  const before = cpuMs(pid);
  await delay(IDLE_MS);
  return (cpuMs(pid) - before) / IDLE_MS;
}
