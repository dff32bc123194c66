import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { RunBacktest } from '../../api/actions/backtests/context.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';

/** Reading a year of bars from a slow provider takes most of it. */
const MOST_SECONDS = 120;

export type WorkerSettings = Pick<Settings, 'MARKET_DATA_URL' | 'MARKET_DATA_API_KEY' | 'HARNESS_FEES_FILE'>;

const told = z.union([
  z.strictObject({ progress: z.tuple([z.number(), z.number()]) }),
  z.strictObject({ done: z.strictObject({ report: z.string(), bars: z.string() }) }),
  z.strictObject({
    failed: z.strictObject({
      code: z.enum(['BACKTEST_REFUSED', 'BACKTEST_BARS_MISSING', 'BACKTEST_NOT_CONFIGURED', 'INTERNAL']),
      context: z.record(z.string(), z.string()),
    }),
  }),
]);
export type Told = z.input<typeof told>;

/** Runs each backtest in a thread of its own, so that answers of the API do not wait for it. */
export function backtestsInThreads(settings: WorkerSettings): RunBacktest {
  const { MARKET_DATA_URL, MARKET_DATA_API_KEY, HARNESS_FEES_FILE } = settings;
  const given = { MARKET_DATA_URL, MARKET_DATA_API_KEY, HARNESS_FEES_FILE };
  return async (job, { signal, progress }) => {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<{ report: string; bars: string }>();
    const workerData = { job, settings: given };
    const resourceLimits = { maxOldGenerationSizeMb: 512 };
    const worker = new Worker(new URL('./backtest-worker.ts', import.meta.url), {
      workerData,
      resourceLimits,
    });
    const stopped = () => reject(signal.reason);
    const late = setTimeout(
      () => reject(new LaunchlensError('BACKTEST_STOPPED', { seconds: MOST_SECONDS })),
      MOST_SECONDS * 1000,
    );
    signal.addEventListener('abort', stopped, { once: true });
    worker.on('message', (message) => {
      const said = told.parse(message);
      if ('progress' in said) progress(...said.progress);
      else if ('done' in said) resolve(said.done);
      else reject(new LaunchlensError(said.failed.code, said.failed.context as never));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new LaunchlensError('INTERNAL', {})));
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', stopped);
      await worker.terminate();
    }
  };
}
