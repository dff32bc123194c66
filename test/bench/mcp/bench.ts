import { isDeepStrictEqual } from 'node:util';
import { type BenchRow, median } from '../support/row.ts';
import { type Request, ServerProcess } from './client.ts';

const ROUNDS = 5;
const GOALS: Readonly<Record<Request, number>> = { list: 15, call: 1.2 };
const BASELINE = 'SDK default, stateful, zod per session';

/** Sessions that are opened to weigh one; the SDK's weigh 5 MB apiece. */
const WEIGHED = { ours: 2_000, sdk: 50 } as const;
const IDLE_SESSION_KB = 10;

/** A flood of clients that initialize and say nothing more. */
const FLOOD = 10_000;
const FLOOD_MB = 20;
const AT_ONCE = 20;

/**
 * A catalogue of 120 tools over streamable HTTP, beside the SDK as its documentation shows it. Servers and client
 * are processes of their own; contenders take turns, medians count.
 */
export async function benchMcp(): Promise<BenchRow[]> {
  await using ours = await ServerProcess.start('ours');
  await using sdk = await ServerProcess.start('sdk');
  await requireSameAnswers({ ours, sdk });
  return [
    await compare('list', { ours, sdk }),
    await compare('call', { ours, sdk }),
    ...weighed(await sessionKilobytes('ours'), await sessionKilobytes('sdk')),
    await flooded(),
  ];
}

interface Servers {
  readonly ours: ServerProcess;
  readonly sdk: ServerProcess;
}

async function compare(request: Request, { ours, sdk }: Servers): Promise<BenchRow> {
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const theirs = await sdk.requestsPerSecond(request);
    rounds.push({ ours: await ours.requestsPerSecond(request), theirs });
  }
  return {
    name: `MCP tools/${request}, 120 tools`,
    baseline: BASELINE,
    ours: median(rounds.map((round) => round.ours)),
    theirs: median(rounds.map((round) => round.theirs)),
    unit: 'requests/s',
    // Within a round, since what else the machine does changes from one to the next.
    ratio: median(rounds.map((round) => round.ours / round.theirs)),
    goal: GOALS[request],
  };
}

/** Heap that one idle session keeps. */
async function sessionKilobytes(contender: 'ours' | 'sdk'): Promise<number> {
  await using server = await ServerProcess.start(contender);
  for (let warm = 0; warm < 20; warm++) await server.initialize();
  const before = await server.heapBytes();
  for (let opened = 0; opened < WEIGHED[contender]; opened++) await server.initialize();
  return ((await server.heapBytes()) - before) / WEIGHED[contender] / 1024;
}

function weighed(ours: number, sdk: number): BenchRow[] {
  const row = { name: 'MCP idle session, heap', ours, unit: 'KB' };
  return [
    { ...row, baseline: 'the bound', theirs: IDLE_SESSION_KB, ratio: IDLE_SESSION_KB / ours, goal: 1 },
    { ...row, baseline: BASELINE, theirs: sdk, ratio: sdk / ours, goal: undefined },
  ];
}

/** Heap that stays after the flood; the SDK's sessions would be 45 GB, so the bound stands beside ours alone. */
async function flooded(): Promise<BenchRow> {
  await using server = await ServerProcess.start('ours');
  for (let warm = 0; warm < 20; warm++) await server.initialize();
  const before = await server.heapBytes();
  for (let opened = 0; opened < FLOOD; opened += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => server.initialize()));
  }
  const ours = Math.max(0, (await server.heapBytes()) - before) / 1024 / 1024;
  const ratio = FLOOD_MB / Math.max(ours, 0.1);
  const row = { name: `MCP heap after ${FLOOD.toLocaleString('en')} initializes`, unit: 'MB', goal: 1 };
  return { ...row, baseline: 'the bound', ours, theirs: FLOOD_MB, ratio };
}

/** A contender that answers something else would win for nothing. */
async function requireSameAnswers({ ours, sdk }: Servers): Promise<void> {
  if (!isDeepStrictEqual(await ours.ask('call'), await sdk.ask('call'))) {
    throw new Error('the contenders answer a call differently');
  }
  const [a, b] = (await Promise.all([ours.ask('list'), sdk.ask('list')])) as { tools: { name: string }[] }[];
  const names = (list: typeof a) => list?.tools.map(({ name }) => name);
  if (!isDeepStrictEqual(names(a), names(b))) throw new Error('the contenders list different tools');
}
