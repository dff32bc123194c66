import { createHash } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Running } from '../../../api/actions/backtests/context.ts';
import { openBacktests } from '../../../api/backtests.ts';
import { USUAL_ANSWER_BYTES } from '../../../api/mcp/catalogue/fit.ts';
import { AGENT_SURFACE, SURFACES } from '../../../api/mcp/surfaces.ts';
import { MOST_BACKTESTS } from '../../../api/state/backtests.ts';
import { backtestsInThreads } from '../../../cli/harness/backtests.ts';
import { readSettings } from '../../../core/kernel/settings/load.ts';
import { CSV_HEAD } from '../../../harness/data/series.ts';
import { barLine } from '../../../harness/model/bar.ts';
import { askedHours, pageOf, startProvider } from '../../harness/live/provider-server.ts';
import { barsClosingAt } from '../../harness/support/bars.ts';
import { reportText } from '../../harness/support/report-text.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import type { ScriptedHttp } from '../../support/scripted-http.ts';
import { waitFor } from '../../support/wait-for.ts';
import { openAgentApi } from '../support/agent-api.ts';
import { type AgentsUnderTest, agentsOver } from './support/agents-under-test.ts';
import { NO_CONTEXT, openSurface, type SurfaceUnderTest } from './support/surface-under-test.ts';

// biome-ignore lint/suspicious/noExplicitAny: the answer of any tool
type Answer = any;
const DAY_MS = 24 * 60 * 60_000;
const WINDOW = { window_start: '2025-01-01T00:00:00Z', window_end: '2025-01-11T00:00:00Z' };

let store: DecisionStore;
let provider: ScriptedHttp;
let clock: ManualClock;
let agents: AgentsUnderTest;
let under: SurfaceUnderTest;
/** What the tests of stopping run instead of a harness: nothing comes of it until it is stopped. */
let instead: ((running: Running) => Promise<never>) | undefined;
beforeAll(async () => {
  store = await embeddedDecisions();
  provider = await startProvider((question) => pageOf(askedHours(question)));
  clock = manualClock(Date.parse('2026-10-01T12:00:00Z'));
  agents = await agentsOver(store.oltp, { clock });
  const fees = join(await mkdtemp(join(tmpdir(), 'fees-')), 'fees.json');
  const charged = { technology_fee_bps: 40, slippage_bps: 5, priority_fee_quote: '0.01' };
  await writeFile(fees, JSON.stringify({ schema: 'launchlens.harness-fees.v1', ...charged }));
  const settings = { MARKET_DATA_URL: provider.url, MARKET_DATA_API_KEY: 'the-key', HARNESS_FEES_FILE: fees };
  const inThreads = backtestsInThreads(readSettings(settings, {}));
  const backtests = openBacktests({
    run: (job, running) => instead?.(running) ?? inThreads(job, running),
    ...{ oltp: store.oltp, clock },
  });
  const { control } = (await openAgentApi(store.oltp, clock)).context;
  const context = { ...NO_CONTEXT, control, backtests };
  under = await openSurface([], { surfaces: SURFACES, agents: agents.parts, clock, context });
});
afterAll(async () => {
  await under[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

async function clientOf(owner: string): Promise<Client> {
  const { headers } = await agents.issue({ owner: pubkeyOf(owner) });
  return (await under.mcp.at(AGENT_SURFACE.path).connect(headers)).client;
}

const call = async (client: Client, name: string, args = {}, options = {}): Promise<Answer> =>
  (await client.callTool({ name, arguments: args }, undefined, options)).structuredContent;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

test.each(['sma', 'composite'] as const)(
  'a backtest of %s is the report of the command, byte for byte',
  async (strategy) => {
    const client = await clientOf('an owner of reports');
    const told: number[][] = [];
    const onprogress = ({ progress, total = 0 }: { progress: number; total?: number }) =>
      told.push([progress, total]);
    const { backtest: run } = await call(client, 'run_backtest', { strategy }, { onprogress });
    const report = reportText(strategy);
    const { ending_equity, baseline, windows, trades } = JSON.parse(report);
    expect(run).toMatchObject({ ending_equity, baseline, windows, trades: trades.length });
    expect(run.report_sha256).toBe(sha256(report));
    expect(told.at(-1)).toEqual([2_400, 2_400]);
    const { rows, next_offset } = await call(client, 'get_backtest', {
      ...{ backtest_id: run.backtest_id, part: 'trades', limit: 5, offset: 2 },
    });
    expect([rows, next_offset]).toEqual([trades.slice(2, 7), 7]);
  },
);

test('past bars of a token are kept, so that a repeated run is the same to the byte', async () => {
  const client = await clientOf('an owner of tokens');
  const { backtest: first } = await call(client, 'run_backtest', {
    token: pubkeyOf('a token'),
    live_fees: true,
    ...WINDOW,
  });
  expect(first).toMatchObject({
    data: { source: 'live', bars: 240 },
    fees: { source: 'live', technology_fee_bps: 40, origin: 'HARNESS_FEES_FILE, fees.json' },
  });
  expect(JSON.stringify(first)).not.toContain('the-key');
  const asked = provider.questions.length;
  const { backtest: again } = await call(client, 'run_backtest', {
    repeat: first.backtest_id,
    live_fees: true,
  });
  expect(provider.questions).toHaveLength(asked);
  expect(again.report_sha256).toBe(first.report_sha256);
});

test('bars that the caller gives are run with their gaps filled and counted, whatever they say they are', async () => {
  const client = await clientOf('an owner of bars');
  const bars = barsClosingAt(Array.from({ length: 60 }, (_, i) => String(100 + i)));
  const csv =
    CSV_HEAD +
    bars
      .filter((_, i) => i !== 30 && i !== 31)
      .map(barLine)
      .join('');
  const claim = '# {"source":"live","origin":"the best provider"}\n';
  const { backtest: given } = await call(client, 'run_backtest', { csv: claim + csv });
  expect(given.data).toMatchObject({
    source: 'given',
    origin: 'bars that the caller gave',
    bars: 60,
    filled_hours: 2,
  });
  const broken = await call(client, 'run_backtest', { csv: `${CSV_HEAD}1735689600,1,2,3,4,5\n` });
  expect(broken).toMatchObject({ code: 'backtest_refused', detail: expect.stringContaining('line 2') });
  expect(await call(client, 'run_backtest', { csv, token: pubkeyOf('a token') })).toMatchObject({
    code: 'backtest_refused',
  });
});

test('a cancelled backtest stops, and meanwhile nobody else of the owner runs one', async () => {
  const client = await clientOf('an owner who stops');
  const signals: AbortSignal[] = [];
  instead = ({ signal }) => {
    signals.push(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const stop = new AbortController();
  const stopped = call(client, 'run_backtest', {}, { signal: stop.signal }).catch(String);
  await waitFor(async () => signals.length === 1, { what: 'the backtest to run' });
  expect(await call(client, 'run_backtest')).toMatchObject({ code: 'backtests_busy' });
  stop.abort();
  await stopped;
  await waitFor(async () => signals[0]?.aborted === true, { what: 'the backtest to stop' });
  instead = undefined;
  expect((await call(client, 'list_backtests')).results).toEqual([]);
});

test('results are of one owner, a bounded number, and expire', async () => {
  const client = await clientOf('an owner of results');
  const { backtest_id } = (await call(client, 'run_backtest', WINDOW)).backtest;
  const other = await clientOf('another owner');
  for (const args of [{ backtest_id }, { backtest_id, part: 'bars' }])
    expect(await call(other, 'get_backtest', args)).toMatchObject({ code: 'backtest_unknown' });
  expect(await call(other, 'run_backtest', { repeat: backtest_id })).toMatchObject({
    code: 'backtest_unknown',
  });
  const copies = `INSERT INTO backtests SELECT 'copy ' || n, owner, credential_id, created_at - interval '1 second' * n,
    expires_at, figures, report_sha256, report, bars FROM backtests, generate_series(1, $2::int) AS n WHERE id = $1`;
  await store.oltp.run(copies, [backtest_id, MOST_BACKTESTS + 3]);
  await call(client, 'run_backtest', WINDOW);
  const usual = await call(client, 'list_backtests');
  expect(usual.has_more).toBe(true);
  expect(JSON.stringify(usual).length).toBeLessThan(USUAL_ANSWER_BYTES);
  const all = await call(client, 'list_backtests', { limit: MOST_BACKTESTS });
  expect(all).toMatchObject({ has_more: false, results: { length: MOST_BACKTESTS } });
  clock.advance(31 * DAY_MS);
  const later = await clientOf('an owner of results');
  expect(await call(later, 'get_backtest', { backtest_id })).toMatchObject({ code: 'backtest_unknown' });
});
