import type { AddressInfo } from 'node:net';
import { openApi, openIndex } from '../../api/support/mirror-under-test.ts';
import { fillManyPledges } from '../../support/many-pledges.ts';
import { watchLongest } from '../../support/watch-longest.ts';

/** What the benchmark asks of this process. */
export type ServerQuestion = 'begin' | 'end' | 'stop';

export interface Measurement {
  readonly grownMb: number;
  /** The longest that the thread of the event loop computed without a turn for other requests, in CPU time. */
  readonly longestWorkMs: number;
}

const SAMPLE_MS = 5;

/** The API over many pledges, in a process of its own, so that its memory and its event loop are its own. */
const under = await openIndex();
await fillManyPledges(under.olap, under.index, Number(process.argv[2]));
const api = openApi(under.olap, { requestsPerWindow: 1_000_000 });
await api.followed.reaches(5n);
await api.app.listen({ host: '127.0.0.1', port: 0 });

let end: (() => Measurement) | undefined;
process.on('message', async (question: ServerQuestion) => {
  if (question === 'begin') end = measure();
  if (question === 'end') process.send?.(end?.());
  if (question !== 'stop') return;
  await api.stop();
  await under.dispose();
  process.disconnect();
});
process.send?.((api.app.server.address() as AddressInfo).port);

function measure(): () => Measurement {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let peak = before;
  const samples = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, SAMPLE_MS);
  const longest = watchLongest(threadMs);
  return () => {
    clearInterval(samples);
    return { grownMb: (peak - before) / 1e6, longestWorkMs: longest() };
  };
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}
