import { pino } from 'pino';
import { expect, test } from 'vitest';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { watchHead } from '../../../indexer/pipeline/head-watch.ts';
import { createStats, noteHead } from '../../../indexer/pipeline/stats.ts';
import { manualClock } from '../../support/manual-clock.ts';

const unreachable = () => new LaunchlensError('RPC_UNREACHABLE', { host: 'node', reason: 'refused' });

function watched(answer: (asked: number) => Promise<bigint>) {
  const clock = manualClock();
  const stop = new AbortController();
  const asked: number[] = [];
  const stats = createStats();
  const done = watchHead({
    rpc: {
      getSlot: () => {
        asked.push(clock.now());
        return answer(asked.length);
      },
    },
    commitment: 'confirmed',
    clock,
    logger: pino({ level: 'silent' }),
    signal: stop.signal,
    heard: (slot) => noteHead(stats, slot),
  });
  const pass = async (seconds: number): Promise<void> => {
    for (let i = 0; i < seconds; i += 1) {
      await new Promise(setImmediate);
      clock.advance(1_000);
    }
    await new Promise(setImmediate);
  };
  return { asked, stats, stop, done, pass };
}

test('the head of the chain is asked for every few seconds, and never goes back', async () => {
  const answers = [100n, 130n, 90n, 131n];
  const { asked, stats, stop, done, pass } = watched(async (count) => answers[count - 1] ?? 0n);
  await pass(0);
  expect(stats.chainSlot).toBe(100n);
  await pass(4);
  expect(stats.chainSlot).toBe(130n);
  await pass(4);
  expect(stats.chainSlot).toBe(130n);
  await pass(4);
  expect(stats.chainSlot).toBe(131n);
  expect(asked).toEqual([0, 4_000, 8_000, 12_000]);
  stop.abort();
  await done;
});

test('a node that does not answer is asked less and less often, and as before once it does', async () => {
  const { asked, stats, stop, done, pass } = watched(async (count) => {
    if (count <= 6) throw unreachable();
    return 500n;
  });
  await pass(400);
  const waits = asked.slice(1, 7).map((at, index) => at - (asked[index] ?? 0));
  expect(Math.max(...waits)).toBeLessThanOrEqual(61_000);
  expect(waits[4]).toBeGreaterThan((waits[0] ?? 0) * 2);
  expect(stats.chainSlot).toBe(500n);
  const later = asked.slice(7).map((at, index) => at - (asked[index + 6] ?? 0));
  expect(new Set(later)).toEqual(new Set([4_000]));
  stop.abort();
  await done;
});

test('one question is open at a time, and what is no answer of the chain ends the watch', async () => {
  const never = watched(() => new Promise(() => undefined));
  await never.pass(60);
  expect(never.asked).toHaveLength(1);
  const broken = watched(async () => {
    throw new TypeError('a fault of our own');
  });
  await expect(broken.done).rejects.toThrow('a fault of our own');
});
