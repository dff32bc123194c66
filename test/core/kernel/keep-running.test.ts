import { expect, test } from 'vitest';
import { createLogger } from '../../../core/kernel/logger.ts';
import { createShutdown, keepRunning } from '../../../core/kernel/shutdown.ts';
import { manualClock } from '../../support/manual-clock.ts';

function background() {
  const logged: unknown[] = [];
  const logger = {
    ...createLogger('silent'),
    error: (...words: readonly unknown[]) => void logged.push(words),
  };
  return { logger, logged, shutdown: createShutdown({ clock: manualClock() }) };
}

test('a shutdown waits for the end of what runs in the background', async () => {
  const { logged, ...parts } = background();
  const [running, told] = [Promise.withResolvers<void>(), [] as string[]];
  parts.shutdown.onClose('store', () => void told.push('store'));
  keepRunning('worker', running.promise, parts);

  const ended = parts.shutdown.run('SIGTERM');
  await new Promise(setImmediate);
  expect(told).toEqual([]);
  running.resolve();
  await ended;

  expect(told).toEqual(['store']);
  expect(logged).toEqual([]);
});

test('what ends by a failure is logged at once, and fails no shutdown', async () => {
  const { logged, ...parts } = background();
  const failure = new TypeError('a defect');

  keepRunning('worker', Promise.reject(failure), parts);
  await new Promise(setImmediate);

  expect(logged).toEqual([[{ err: failure }, 'worker ended']]);
  await expect(parts.shutdown.run('SIGTERM')).resolves.toBeUndefined();
});
