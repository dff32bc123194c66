import { afterEach, expect, test } from 'vitest';
import {
  FORGOTTEN_AT_ONCE,
  forgetOldDecisions,
  RETENTION_MEASURES,
} from '../../../../api/actions/control/forget.ts';
import { measured } from '../../../../api/actions/measures.ts';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { waitFor } from '../../../support/wait-for.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-10-01T12:00:00Z');
const ended = new AbortController();
afterEach(() => ended.abort());

test('old decisions are forgotten a thousand at a time, then hourly, also after a failure', async () => {
  const clock = manualClock(NOW);
  const stats = measured(RETENTION_MEASURES);
  const asked: number[] = [];
  let waiting = 2 * FORGOTTEN_AT_ONCE + 5;
  const forget = async (before: number, most: number): Promise<number> => {
    asked.push(before);
    if (asked.length === 4) throw new LaunchlensError('STORE_UNREACHABLE', {});
    const forgotten = Math.min(waiting, most);
    waiting -= forgotten;
    return forgotten;
  };
  const logger = createLogger('silent');
  const options = { decisions: { forget }, retentionDays: 30, stats, clock, logger };
  const running = forgetOldDecisions({ ...options, signal: ended.signal });
  const asleepAfter = (looks: number) =>
    waitFor(() => asked.length === looks && clock.sleepers === 1, { what: `look ${looks} to be over` });

  await asleepAfter(3);
  expect([waiting, stats.forgotten]).toEqual([0, 2 * FORGOTTEN_AT_ONCE + 5]);
  expect(new Set(asked)).toEqual(new Set([NOW - 30 * DAY_MS]));
  clock.advance(3_599_999);
  expect(asked).toHaveLength(3);
  clock.advance(1);
  await asleepAfter(4);
  expect(stats.forgetFailures).toBe(1);
  waiting = 7;
  clock.advance(3_600_000);
  await asleepAfter(5);
  expect([waiting, stats.forgotten]).toEqual([0, 2 * FORGOTTEN_AT_ONCE + 12]);

  ended.abort();
  await running;
});
