import { expect, test } from 'vitest';
import type { Clock } from '../../../core/kernel/clock.ts';
import { readSaved } from '../../../harness/data/saved.ts';
import { fetchSeries } from '../../../harness/live/series.ts';
import { priceText } from '../../../harness/model/decimal.ts';
import type { ScriptedHttp } from '../../support/scripted-http.ts';
import { askedHours, type Hours, pageOf, startProvider } from './provider-server.ts';

const HOUR = 3600;
const START = Date.UTC(2025, 0, 1) / 1000;
const TOKEN = 'So11111111111111111111111111111111111111112';

/** A clock at which nothing is waited for; it tells how long it would have been. */
function hastyClock(now = Date.UTC(2026, 0, 1)): Clock & { readonly slept: number[] } {
  const slept: number[] = [];
  return { slept, now: () => now, sleep: async (ms) => void slept.push(ms) };
}

const fetchFrom = ({ url }: ScriptedHttp, hours: number, clock: Clock = hastyClock()) =>
  fetchSeries(
    { url, key: 'the-key', token: TOKEN, clock, random: () => 0 },
    { start: START, end: START + hours * HOUR },
  );

test('a window is asked for by pages, with the key in a header only, and every digit is kept', async () => {
  await using server = await startProvider((question) => pageOf(askedHours(question)));
  const { bars, source, origin } = await fetchFrom(server, 2_500);
  expect(bars).toHaveLength(2_500);
  expect(source).toBe('live');
  expect(origin).toContain(TOKEN);
  expect(origin).not.toContain('the-key');
  expect(new Set(bars.slice(0, 3).map(({ close }) => priceText(close)))).toEqual(
    new Set(['127.97284640184616', '127.5', '128.273283709244140001']),
  );
  expect(
    server.questions.map((question) => (askedHours(question).to - askedHours(question).from) / HOUR),
  ).toEqual([999, 999, 499]);
  for (const { path, headers } of server.questions) {
    expect(path).toContain(`address=${TOKEN}&type=1H&currency=usd`);
    expect(path).not.toContain('the-key');
    expect(headers['x-api-key']).toBe('the-key');
  }
});

test('only bars that open and close within the window are asked for', async () => {
  await using server = await startProvider((question) => pageOf(askedHours(question)));
  const provider = { url: server.url, key: 'k', token: TOKEN, clock: hastyClock() };
  const { bars } = await fetchSeries(provider, { start: START + 1, end: START + 4 * HOUR - 1 });
  expect(bars.map(({ ts }) => (ts - START) / HOUR)).toEqual([1, 2]);
});

test('failures that may pass are tried again, as late as the provider asks', async () => {
  const failures = [
    { status: 429, headers: { 'retry-after': '7' }, body: '' },
    { status: 503, body: '' },
    'drop' as const,
  ];
  await using server = await startProvider((question) => failures.shift() ?? pageOf(askedHours(question)));
  const clock = hastyClock();
  expect((await fetchFrom(server, 30, clock)).bars).toHaveLength(30);
  expect(clock.slept[0]).toBe(7_000);
  expect(clock.slept).toHaveLength(3);
});

test('a provider that goes on failing is given up with one clear line', async () => {
  await using server = await startProvider(() => ({ status: 502, body: '' }));
  await expect(fetchFrom(server, 30)).rejects.toThrow(/^The market-data provider at 127.+: HTTP 502\.$/);
  expect(server.questions).toHaveLength(5);
});

test('a refused key is not tried again', async () => {
  await using server = await startProvider(() => ({ status: 401, body: '{"success":false}' }));
  await expect(fetchFrom(server, 30)).rejects.toThrow('HTTP 401. Check MARKET_DATA_API_KEY');
  expect(server.questions).toHaveLength(1);
});

const hour = (n: number): number => START + n * HOUR;

test('hours without trades take the last close, and a young token starts late; both are counted', async () => {
  const absent = new Set([0, 1, 5, 6, 29].map(hour));
  await using server = await startProvider((question) =>
    pageOf(askedHours(question), (ts) => (absent.has(ts) ? [] : [ts])),
  );
  const { bars, gaps, saved } = await fetchFrom(server, 30);
  expect(gaps).toEqual({ filled: 2, late: 2, early: 1 });
  expect(bars.map(({ ts }) => ts)).toEqual(Array.from({ length: 27 }, (_, n) => hour(n + 2)));
  const [before, filled] = [bars[2], bars[3]];
  expect(filled).toMatchObject({ open: before?.close, close: before?.close, volume: 0n, volumeNumber: 0 });
  const again = readSaved(saved, 'elsewhere');
  expect({ ...again }).toEqual(await fetchFrom(server, 30));
});

test.each([
  [
    'most hours missing',
    (ts: number) => ([hour(0), hour(1), hour(29)].includes(ts) ? [ts] : []),
    'more than half of the hours are missing',
  ],
  ['every hour missing', () => [], 'there is no bar in it'],
  ['an hour twice', (ts: number) => (ts === hour(5) ? [ts, ts] : [ts]), '05:00:00Z: the hour is there twice'],
])('%s is refused', async (_, times, message) => {
  await using server = await startProvider((question) => pageOf(askedHours(question), times));
  await expect(fetchFrom(server, 30)).rejects.toThrow(message);
});

test.each([
  ['no JSON', 'oops', 'it is not JSON'],
  ['another shape', '{"success":true,"data":{"candles":[]}}', 'data.items'],
  ['a failure in good clothes', '{"success":false,"message":"no"}', 'success'],
  ['a NaN', '{"success":true,"data":{"items":[{"o":null,"h":1,"l":1,"c":1,"v":1,"unixTime":3600}]}}', '.o'],
])('%s is refused', async (_, body, message) => {
  await using server = await startProvider(() => ({ status: 200, body }));
  await expect(fetchFrom(server, 30)).rejects.toThrow(message);
});

test('an answer without end is refused once it is longer than any page', async () => {
  await using server = await startProvider(() => ({ status: 200, body: ' '.repeat(9_000_000) }));
  await expect(fetchFrom(server, 30)).rejects.toThrow('it is longer than 8388608 bytes');
  expect(server.questions).toHaveLength(1);
});

test('a provider that sends elsewhere is not followed, where the key would be handed on', async () => {
  await using elsewhere = await startProvider((question) => pageOf(askedHours(question)));
  await using server = await startProvider(({ path }) => ({
    status: 302,
    body: '',
    headers: { location: `${elsewhere.url}${path}` },
  }));
  await expect(fetchFrom(server, 30)).rejects.toThrow('cannot be reached');
  expect(elsewhere.questions).toEqual([]);
});

test('bars in any order, and beyond the hours that were asked for, are put right', async () => {
  const around = ({ from, to }: Hours): Hours => ({ from: from - 3 * HOUR, to: to + 3 * HOUR });
  await using server = await startProvider((question) => {
    const { status, body } = pageOf(around(askedHours(question))) as { status: number; body: string };
    const page = JSON.parse(body) as { data: { items: unknown[] } };
    return { status, body: JSON.stringify({ ...page, data: { items: page.data.items.reverse() } }) };
  });
  const { bars } = await fetchFrom(server, 1_200);
  expect(bars.map(({ ts }) => (ts - START) / HOUR)).toEqual(Array.from({ length: 1_200 }, (_, i) => i));
});

test('a bar that contradicts itself is refused', async () => {
  const item = `{"o":2,"h":1,"l":3,"c":2,"v":1,"unixTime":${START}}`;
  const body = `{"success":true,"data":{"items":[${item}]}}`;
  await using server = await startProvider(() => ({ status: 200, body }));
  await expect(fetchFrom(server, 30)).rejects.toThrow('the high is below the low');
});

test('a window that is not over yet is refused before anything is asked', async () => {
  await using server = await startProvider((question) => pageOf(askedHours(question)));
  const clock = hastyClock((START + 29.5 * HOUR) * 1000);
  await expect(fetchFrom(server, 30, clock)).rejects.toThrow('--window-end is not over yet');
  expect(server.questions).toEqual([]);
});
