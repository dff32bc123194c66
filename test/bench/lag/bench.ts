import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalChain } from '../../../cli/demo/local-chain.ts';
import { createShutdown } from '../../../core/kernel/shutdown.ts';
import { SLOT_MS } from '../../../fixtures/localnet/chain/slot-time.ts';
import { type BenchRow, withinLimit } from '../support/row.ts';
import { type Confirmed, watchConfirmed } from './confirmed.ts';
import { type Followed, follow } from './follow.ts';

/** Seconds measured, after a few in which the process settles. */
const SECONDS = 60;
const SETTLE_SECONDS = 5;
const MOST_P50_MS = 60;
const MOST_P99_MS = 200;
/** Ten times the speed of a chain: 25 slots a second, some of them skipped or dead. */
const HURRY = 10;
const MOST_HURRIED_SLOTS = 3;

const { LAG_BASELINE } = process.env;
const OURS = join(import.meta.dirname, '../../..');

interface Lag {
  readonly p50: number;
  readonly p99: number;
  readonly cpuPercent: number;
  readonly firstAnswerMs: number;
}

/**
 * From the stream's word that a slot is confirmed to the first answer of that slot over REST, on the local chain.
 * With LAG_BASELINE, a checkout of another version follows the same chain at the same time.
 */
export async function benchLag(): Promise<BenchRow[]> {
  const [ours, theirs] = await lagsAt(1);
  const [hurried, theirsHurried] = await lagsAt(HURRY);
  return ours && hurried ? [...rowsFor(ours, theirs), hurriedRow(hurried, theirsHurried)] : [];
}

/** Ours, and the baseline's if there is one, on one chain. */
async function lagsAt(speed: number): Promise<Lag[]> {
  const shutdown = createShutdown();
  const directory = await mkdtemp(join(tmpdir(), 'launchlens-bench-'));
  shutdown.onClose('the directory', () => rm(directory, { recursive: true, force: true }));
  try {
    const chain = await startLocalChain({ seed: '1', scenario: 'tour', speed, shutdown });
    const { grpc_url: endpoint, program_id: program } = chain.addresses;
    const followed: Followed[] = [];
    for (const [index, checkout] of [OURS, LAG_BASELINE].entries()) {
      if (checkout === undefined) continue;
      const at = { directory: join(directory, `${index}`), port: await freePort() };
      const follower = await follow(checkout, chain.addresses, at);
      shutdown.onClose('a follower', () => follower.end());
      followed.push(follower);
    }
    const confirmed = watchConfirmed(endpoint, program);
    shutdown.onClose('the stream', () => confirmed.end());
    return await Promise.all(followed.map((each) => measure(each, confirmed)));
  } finally {
    await shutdown.run('measured');
  }
}

async function measure(followed: Followed, confirmed: Confirmed): Promise<Lag> {
  await sleep(SETTLE_SECONDS * 1000);
  const [startedAt, cpuBefore] = [performance.now(), followed.cpuSeconds()];
  await sleep(SECONDS * 1000);
  const cpuPercent = ((followed.cpuSeconds() - cpuBefore) / SECONDS) * 100;
  const sorted = lags(followed, confirmed, startedAt).sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), cpuPercent, firstAnswerMs: followed.firstAnswerMs };
}

/** Of each confirmed slot: a slot is answered once it or a later one is. */
function lags({ answeredAt }: Followed, confirmed: Confirmed, since: number): number[] {
  const answers = [...answeredAt];
  return [...confirmed.at].flatMap(([slot, at]) => {
    const answer = at < since ? undefined : answers.find(([answered]) => answered >= slot);
    return answer ? [answer[1] - at] : [];
  });
}

function rowsFor(ours: Lag, theirs: Lag | undefined): BenchRow[] {
  const row = (name: string, unit: string, figure: (lag: Lag) => number, limit?: number): BenchRow =>
    rowOf({ name, unit, limit, ours: figure(ours), theirs: theirs && figure(theirs) });
  return [
    row('confirmed to answered, p50', 'ms', ({ p50 }) => p50, MOST_P50_MS),
    row('confirmed to answered, p99', 'ms', ({ p99 }) => p99, MOST_P99_MS),
    row('CPU while following', '% of a core', ({ cpuPercent }) => cpuPercent),
    row('start to first answer', 'ms', ({ firstAnswerMs }) => firstAnswerMs),
  ];
}

function hurriedRow(ours: Lag, theirs: Lag | undefined): BenchRow {
  const slots = ({ p50 }: Lag): number => (p50 * HURRY) / Number(SLOT_MS);
  return rowOf({
    name: 'the same at 25 slots/s, p50',
    unit: 'slots',
    limit: MOST_HURRIED_SLOTS,
    ours: slots(ours),
    theirs: theirs && slots(theirs),
  });
}

interface Compared {
  readonly name: string;
  readonly unit: string;
  readonly limit: number | undefined;
  readonly ours: number;
  /** The other checkout's. */
  readonly theirs: number | undefined;
}

function rowOf({ name, unit, limit, ours, theirs }: Compared): BenchRow {
  if (theirs !== undefined) {
    return { name, baseline: `${LAG_BASELINE}`, unit, ours, theirs, ratio: theirs / ours, goal: undefined };
  }
  if (limit !== undefined) return withinLimit(name, unit, ours, limit);
  return { name, baseline: '', unit, ours, theirs: Number.NaN, ratio: Number.NaN, goal: undefined };
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<number>();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
  return promise;
}
