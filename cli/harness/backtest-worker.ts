import { parentPort, workerData } from 'node:worker_threads';
import type { BacktestJob } from '../../api/actions/backtests/context.ts';
import { systemClock } from '../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import { parseRules, readFees, readFixture, readRules } from '../../harness/data/inputs.ts';
import { csvOf, readSaved, type SavedSeries, savedFixture } from '../../harness/data/saved.ts';
import { parseWindow } from '../../harness/data/window.ts';
import { evaluate } from '../../harness/evaluate.ts';
import { fetchSeries } from '../../harness/live/series.ts';
import { reportJson } from '../../harness/report/json.ts';
import { setupOf } from '../../harness/setup.ts';
import type { Told, WorkerSettings } from './backtests.ts';

const { job, settings } = workerData as { readonly job: BacktestJob; readonly settings: WorkerSettings };
const tell = (message: Told): void => parentPort?.postMessage(message);
/** Often enough for a progress bar, and seldom enough to cost nothing. */
const PROGRESS_BARS = 1_000;

try {
  tell({ done: await ran() });
} catch (error) {
  tell({ failed: failureOf(error) });
}

async function ran(): Promise<{ report: string; bars: string }> {
  const series = await seriesFor(job);
  const charged = job.live_fees ? readFees(required('HARNESS_FEES_FILE')) : readFees();
  const total = series.bars.length;
  const onBar = ({ i }: { readonly i: number }): void => {
    if (i % PROGRESS_BARS === 0) tell({ progress: [i, total] });
  };
  const { report } = evaluate(setupOf({ series, charged, rules: rulesFor(job) }), { whole: true, onBar });
  if (report === undefined) throw new LaunchlensError('INTERNAL', {});
  tell({ progress: [total, total] });
  return { report: [...reportJson(report)].join(''), bars: series.saved };
}

function rulesFor({ strategy, rules }: BacktestJob) {
  if (strategy !== 'composite') return undefined;
  return rules ? parseRules('rules', JSON.stringify(rules)) : readRules();
}

async function seriesFor({ csv, saved, token, window_start, window_end }: BacktestJob): Promise<SavedSeries> {
  const window = parseWindow({ windowStart: window_start, windowEnd: window_end });
  if (csv !== undefined) return readSaved(csvOf(csv), 'bars that the caller gave', window);
  if (saved !== undefined) return readSaved(saved, 'bars of an earlier run', window);
  if (token === undefined) return savedFixture(readFixture(window));
  const key = required('MARKET_DATA_API_KEY');
  const { start, end } = window as { readonly start: number; readonly end: number };
  return fetchSeries({ url: settings.MARKET_DATA_URL, key, token, clock: systemClock }, { start, end });
}

function required(name: 'MARKET_DATA_API_KEY' | 'HARNESS_FEES_FILE'): string {
  const value = settings[name];
  if (value === undefined) throw new LaunchlensError('BACKTEST_NOT_CONFIGURED', { name });
  return value;
}

type Failure = Extract<Told, { failed: unknown }>['failed'];

/** What the caller gave may be named; what the provider and the file system say may not. */
function failureOf(error: unknown): Failure {
  if (!isLaunchlensError(error)) return { code: 'INTERNAL', context: {} };
  const { code, message: detail } = error;
  if (code === 'BACKTEST_NOT_CONFIGURED') return { code, context: error.context as { name: string } };
  if (code === 'HARNESS_BARS_MALFORMED' || code === 'HARNESS_WINDOW' || code === 'HARNESS_RULES_MALFORMED')
    return { code: 'BACKTEST_REFUSED', context: { detail } };
  if (code.startsWith('MARKET_DATA_'))
    return { code: 'BACKTEST_BARS_MISSING', context: { detail: `${code.toLowerCase()}.` } };
  return { code: 'INTERNAL', context: {} };
}
