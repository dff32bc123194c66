import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openApi, openIndex } from './mirror-under-test.ts';

/**
 * The API over an index of as many pledges as the command names, in a process of its own, so that its memory and the delays of its event
 * loop are its own. Its parent asks for measurements.
 */
export type ChildQuestion = 'begin' | 'end' | 'stop';

export interface ChildReady {
  readonly url: string;
}

export interface Measurement {
  readonly rssBeforeMb: number;
  readonly rssPeakMb: number;
  /** By the clock, so it holds what other programs of the machine took too. */
  readonly longestDelayMs: number;
  /** Longest time that the thread of the event loop computed without a turn for others. */
  readonly longestWorkMs: number;
}

const PLEDGES = Number(process.argv[2]);
const BATCHES = 10;

/** Keys are hashes, so that they lie in no order, and every tenth pledge changed once. */
const SQL = `
  INSERT INTO pledge_versions
    (launch_id, pledger, slot, address, amount, tokens_released, pledged_ts, revision, lamports)
  SELECT 7, SHA256(toString(number)), {slot:UInt64}, SHA256(concat('address ', toString(number))),
    cityHash64(number, {slot:UInt64}), number, 1790000000 + number, 1, 1
  FROM numbers({first:UInt64}, {count:UInt64})`;

async function main(): Promise<void> {
  const under = await openIndex();
  await under.index.reset();
  const count = PLEDGES / BATCHES;
  for (let batch = 0; batch < BATCHES; batch++) {
    const parameters = { first: batch * count, count, slot: 2 };
    await under.olap.writer.command({ sql: SQL, parameters });
    await under.olap.writer.command({ sql: SQL, parameters: { ...parameters, count: count / 10, slot: 3 } });
  }
  under.index.launch({ launchId: 7n, slot: 1n }).launch({ launchId: 8n, slot: 1n });
  await under.index.checkpoint({ slot: 5n });
  const api = openApi(under.olap, { requestsPerWindow: 1_000_000 });
  while (api.followed.store.held === undefined) await new Promise((resolve) => setTimeout(resolve, 50));
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;

  const meter = createMeter();
  process.on('message', async (question: ChildQuestion) => {
    if (question === 'begin') meter.begin();
    if (question === 'end') process.send?.(meter.end());
    if (question !== 'stop') return;
    await api.stop();
    await under.dispose();
    process.disconnect();
  });
  process.send?.({ url: `http://127.0.0.1:${port}` } satisfies ChildReady);
}

function createMeter() {
  const megabytes = (): number => process.memoryUsage.rss() / 1e6;
  const worked = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1e3;
  };
  let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;
  let watch: NodeJS.Timeout | undefined;
  let before = 0;
  let peak = 0;
  let longestWork = 0;
  return {
    begin: (): void => {
      globalThis.gc?.();
      before = peak = megabytes();
      longestWork = 0;
      delays = monitorEventLoopDelay({ resolution: 5 });
      delays.enable();
      let last = worked();
      watch = setInterval(() => {
        const now = worked();
        longestWork = Math.max(longestWork, now - last);
        last = now;
        peak = Math.max(peak, megabytes());
      }, 5);
    },
    end: (): Measurement => {
      clearInterval(watch);
      delays?.disable();
      const longestDelayMs = (delays?.max ?? 0) / 1e6;
      return { rssBeforeMb: before, rssPeakMb: peak, longestDelayMs, longestWorkMs: longestWork };
    },
  };
}

await main();
