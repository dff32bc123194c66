import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalChain } from '../../../cli/demo/local-chain.ts';
import { createShutdown } from '../../../core/kernel/shutdown.ts';
import type { BenchRow } from '../support/row.ts';
import { type Confirmed, watchConfirmed } from './confirmed.ts';
import { type Followed, follow } from './follow.ts';

/** Seconds measured, after a few in which the process settles. */
const SECONDS = 60;
const SETTLE_SECONDS = 5;
const LIMIT_MS = 100;

const { LAG_BASELINE, LAG_SPEED = '1' } = process.env;
const OURS = join(import.meta.dirname, '../../..');

interface Lag {
  readonly p50: number;
  readonly p95: number;
  readonly cpuPercent: number;
  readonly firstAnswerMs: number;
}

/**
 * From the stream's word that a slot is confirmed to the first answer of that slot over REST, on the local chain.
 * With LAG_BASELINE, a checkout of another version follows the same chain at the same time.
 */
export async function benchLag(): Promise<BenchRow[]> {
  const shutdown = createShutdown();
  const directory = await mkdtemp(join(tmpdir(), 'launchlens-bench-'));
  shutdown.onClose('the directory', () => rm(directory, { recursive: true, force: true }));
  try {
    const chain = await startLocalChain({ seed: '1', scenario: 'tour', speed: Number(LAG_SPEED), shutdown });
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
    const [ours, theirs] = await Promise.all(followed.map((each) => measure(each, confirmed)));
    return ours ? rowsFor(ours, theirs) : [];
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
  return { p50: at(0.5), p95: at(0.95), cpuPercent, firstAnswerMs: followed.firstAnswerMs };
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
  const row = (name: string, unit: string, figure: (lag: Lag) => number, limit?: number): BenchRow => {
    const [value, other] = [figure(ours), theirs ? figure(theirs) : (limit ?? Number.NaN)];
    const baseline = theirs ? `${LAG_BASELINE}` : limit === undefined ? '' : `a limit of ${limit} ${unit}`;
    const goal = theirs || limit === undefined ? undefined : 1;
    return { name, baseline, unit, ours: value, theirs: other, ratio: other / value, goal };
  };
  return [
    row('confirmed to answered, p50', 'ms', ({ p50 }) => p50, LIMIT_MS),
    row('confirmed to answered, p95', 'ms', ({ p95 }) => p95),
    row('CPU while following', '% of a core', ({ cpuPercent }) => cpuPercent),
    row('start to first answer', 'ms', ({ firstAnswerMs }) => firstAnswerMs),
  ];
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
