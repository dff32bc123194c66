import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../core/kernel/decimal.ts';
import { readFees, readFixture } from '../../harness/data/inputs.ts';
import { parseBars, seriesOf } from '../../harness/data/series.ts';
import { barsWithin, parseWindow } from '../../harness/data/window.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { barsClosingAt } from './support/bars.ts';

const HEAD = 'ts,open,high,low,close,volume\n';
const GOOD = '1735689600,10,12,9,11,5';

describe('bars that cannot be are refused by the line', () => {
  test.each([
    ['a high below the low', '1735689600,10,9,12,11,5', 'the high is below the low'],
    ['a close above the high', '1735689600,10,12,9,13,5', 'the close is not between low and high'],
    ['an open below the low', '1735689600,8,12,9,11,5', 'the open is not between low and high'],
    ['NaN', '1735689600,NaN,12,9,11,5', 'open is no decimal number of at most 30 decimals'],
    ['nothing', '1735689600,10,12,9,,5', 'close is no decimal number of at most 30 decimals'],
    ['Infinity', '1735689600,10,Infinity,9,11,5', 'high is no decimal number of at most 30 decimals'],
    [
      'more decimals than are kept',
      '1735689600,10,12,9,11,1e-31',
      'volume is no decimal number of at most 30 decimals',
    ],
    ['a figure beyond all doubles', '1735689600,10,12,9,11,1e999', 'volume is 10^30 or more'],
    ['a price that nothing has', `1735689600,10,1${'0'.repeat(30)},9,11,5`, 'high is 10^30 or more'],
    ['a price of zero', '1735689600,0,12,0,11,5', 'a price is not above zero'],
    ['a negative volume', '1735689600,10,12,9,11,-5', 'the volume is below zero'],
    ['a time off the hour', '1735689601,10,12,9,11,5', 'the bar does not open on the hour'],
    ['a time that is none', 'noon,10,12,9,11,5', 'the time is no Unix time in seconds'],
    ['a field too many', `${GOOD},6`, 'there are more than six fields'],
  ])('%s', (_, line, detail) => {
    expect(() => parseBars(`${HEAD}${GOOD}\n${line}\n`)).toThrow(
      `The bars are not valid at line 3: ${detail}.`,
    );
  });

  test('a first line of something else', () => {
    expect(() => parseBars(`${GOOD}\n`)).toThrow('at line 1: the first line is not ts,open');
  });
});

describe('hours that are not all there, once and in order, are refused by the hour', () => {
  const bars = barsClosingAt(['1', '2', '3', '4']);
  const [a, b, c, d] = bars as [never, never, never, never];
  const about = { source: 'fixture' as const, origin: 'a test' };

  test.each([
    ['missing', [a, b, d], '2025-01-01T02:00:00Z: the hour is missing'],
    ['there twice', [a, b, b, c], '2025-01-01T01:00:00Z: the hour is there twice'],
    ['out of order', [a, c, b].slice(1), '2025-01-01T01:00:00Z: the bars are not in order of time'],
  ])('%s', (_, given, message) => {
    expect(() => seriesOf(about, given)).toThrow(message);
  });
});

describe('a window', () => {
  const bars = barsClosingAt(['1', '2', '3', '4']);

  test('holds the bars that open and close within it', () => {
    const window = parseWindow({ windowStart: '2025-01-01T00:30:00Z', windowEnd: '2025-01-01T03:00Z' });
    expect(barsWithin(bars, window)).toEqual(bars.slice(1, 3));
    expect(barsWithin(bars, {})).toEqual(bars);
  });

  test.each([
    [{ windowStart: '2025-01-02', windowEnd: '2025-01-01' }, '--window-start is not before --window-end.'],
    [{ windowStart: '2025-01-01', windowEnd: '2025-01-01' }, '--window-start is not before --window-end.'],
    [{ windowStart: 'yesterday' }, '--window-start is no ISO 8601 UTC timestamp'],
    [{ windowEnd: '2025-02-30T00:00:00Z' }, '--window-end is no ISO 8601 UTC timestamp'],
    [{ windowEnd: '2025-01-01T00:00:00+01:00' }, '--window-end is no ISO 8601 UTC timestamp'],
    [{ windowStart: '2024-12-31' }, 'from 2025-01-01T00:00:00Z to 2025-01-01T04:00:00Z'],
    [{ windowEnd: '2026-01-01' }, 'The window is not within the data'],
    [
      { windowStart: '2025-01-01T00:10:00Z', windowEnd: '2025-01-01T01:10:00Z' },
      'The window holds no whole bar.',
    ],
  ])('%j is refused', (flags, message) => {
    expect(() => barsWithin(bars, parseWindow(flags))).toThrow(message);
  });
});

test('a fixture that is not the frozen one is refused by its digest', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'bars.csv');
  await writeFile(path, `${HEAD}${GOOD}\n`);
  expect(() => readFixture({}, path)).toThrow('is not the frozen fixture: its SHA-256 is');
  expect(() => readFixture({}, join(directory.path, 'none.csv'))).toThrow('there is no such file');
});

test('the digest of the whole fixture is that of its file', () => {
  expect(readFixture().sha256).toBe('291eaecbb0e877b62b1d5a21be1a8da19a1bccc7cc12ba7e15ee8190a8b0f087');
  expect(readFixture({ start: 1735693200 }).sha256).not.toBe(readFixture().sha256);
});

test.each([
  ['no JSON', '{', 'it is not JSON'],
  ['a share beyond the whole', { slippage_bps: 10_001 }, 'slippage_bps'],
  ['a negative fee', { priority_fee_quote: '-1' }, 'priority_fee_quote'],
  ['a figure that nobody knows', { tip: 1 }, 'row (unrecognized_keys)'],
])('a fee configuration with %s is refused', async (_, change, message) => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'fees.json');
  const good = {
    schema: 'launchlens.harness-fees.v1',
    technology_fee_bps: 1,
    slippage_bps: 1,
    priority_fee_quote: '0.1',
  };
  await writeFile(path, typeof change === 'string' ? change : JSON.stringify({ ...good, ...change }));
  expect(() => readFees(path)).toThrow(message);
});

test.each([
  ['1.5', 6, 1_500_000n],
  ['-0.000001', 6, -1n],
  ['1.5e-3', 6, 1_500n],
  ['2E3', 0, 2_000n],
  ['1.0000000', 6, 1_000_000n],
  ['1.0000001', 6, undefined],
  ['1e-7', 6, undefined],
  ['', 6, undefined],
  ['.5', 6, undefined],
  ['0x10', 6, undefined],
  ['1_000', 6, undefined],
])('%s at %i places is read exactly or not at all', (text, places, value) => {
  expect(parseDecimal(text, places)).toBe(value);
});
