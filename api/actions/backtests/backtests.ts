import { createHash, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { harnessReport } from '../../../schemas/harness/report.ts';
import type {
  Backtest,
  BacktestFigures,
  BacktestTerms,
  backtestAnswer,
  backtestList,
  backtestQuestion,
  backtestsQuestion,
} from '../../../schemas/mcp/backtests.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { NewBacktest, StoredBacktest } from '../../state/backtests.ts';
import { wireInstant } from '../wire.ts';
import type { BacktestsContext, Running } from './context.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** @throws BACKTEST_REFUSED, BACKTEST_BARS_MISSING, BACKTEST_NOT_CONFIGURED, BACKTESTS_BUSY, BACKTEST_UNKNOWN */
export async function runBacktest(
  { run, take, results, clock }: BacktestsContext,
  { owner, credentialId }: AgentPrincipal,
  { repeat, ...terms }: BacktestTerms,
  running: Running,
): Promise<Backtest> {
  requireOneSource({ ...terms, repeat });
  const saved = repeat && (await contentsOf({ results, clock }, owner, repeat)).bars;
  const giveBack = take(owner);
  try {
    const { report, bars } = await run({ ...terms, saved }, running);
    const now = clock.now();
    const made: NewBacktest = {
      ...{ id: randomUUID(), owner, credentialId, createdAt: now, expiresAt: now + KEPT_MS },
      figures: figuresOf(report),
      reportSha256: createHash('sha256').update(report).digest('hex'),
      report: await compress(report),
      bars: await compress(bars),
    };
    await results.add(made);
    return backtestOf(made);
  } finally {
    giveBack();
  }
}

export async function listBacktests(
  { results, clock }: BacktestsContext,
  { owner }: AgentPrincipal,
  { limit }: z.output<typeof backtestsQuestion>,
): Promise<z.output<typeof backtestList>> {
  const found = await results.list(owner, clock.now(), limit + 1);
  return { results: found.slice(0, limit).map(backtestOf), has_more: found.length > limit };
}

/** @throws BACKTEST_UNKNOWN */
export async function getBacktest(
  context: BacktestsContext,
  { owner }: AgentPrincipal,
  { backtest_id: id, part, offset, limit }: z.output<typeof backtestQuestion>,
): Promise<z.output<typeof backtestAnswer>> {
  const found = await context.results.find(owner, id, context.clock.now());
  if (!found) throw new LaunchlensError('BACKTEST_UNKNOWN', {});
  const all = part === undefined ? [] : rowsOf(await contentsOf(context, owner, id), part);
  const end = offset + limit;
  return {
    backtest: backtestOf(found),
    rows: all.slice(offset, end),
    next_offset: end < all.length ? end : null,
  };
}

type Part = NonNullable<z.output<typeof backtestQuestion>['part']>;

function rowsOf({ report, bars }: { report: string; bars: string }, part: Part): readonly unknown[] {
  if (part !== 'bars') return harnessReport.parse(JSON.parse(report))[part];
  return bars.trimEnd().split('\n');
}

/** @throws BACKTEST_UNKNOWN */
async function contentsOf(
  { results, clock }: Pick<BacktestsContext, 'results' | 'clock'>,
  owner: string,
  id: string,
): Promise<{ readonly report: string; readonly bars: string }> {
  const found = await results.contents(owner, id, clock.now());
  if (!found) throw new LaunchlensError('BACKTEST_UNKNOWN', {});
  const [report, bars] = await Promise.all([decompress(found.report), decompress(found.bars)]);
  return { report: report.toString(), bars: bars.toString() };
}

/** @throws BACKTEST_REFUSED */
function requireOneSource({ csv, token, repeat, rules, strategy, window_start, window_end }: BacktestTerms) {
  const refuse = (detail: string): never => {
    throw new LaunchlensError('BACKTEST_REFUSED', { detail });
  };
  if ([csv, token, repeat].filter((source) => source !== undefined).length > 1)
    refuse('csv, token and repeat are three sources of bars. Pass one, or none for the reference bars.');
  if (token !== undefined && (window_start === undefined || window_end === undefined))
    refuse('token needs window_start and window_end.');
  if (rules !== undefined && strategy !== 'composite') refuse('rules are for the strategy composite.');
}

function figuresOf(report: string): BacktestFigures {
  const {
    steps: _steps,
    equity_curve: _curve,
    rules: _rules,
    trades,
    ...rest
  } = harnessReport.parse(JSON.parse(report));
  return { ...rest, trades: trades.length };
}

function backtestOf({ id, createdAt, expiresAt, reportSha256, figures }: StoredBacktest): Backtest {
  return {
    backtest_id: id,
    created_at: wireInstant(createdAt),
    expires_at: wireInstant(expiresAt),
    report_sha256: reportSha256,
    ...figures,
  };
}
