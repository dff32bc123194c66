import { describe, expect, test } from 'vitest';
import { createShutdown } from '../../../core/kernel/shutdown.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { waitFor } from '../../support/wait-for.ts';

describe('shutdown', () => {
  test('aborts its signal first, then closes what was opened last before what it stands on', async () => {
    const shutdown = createShutdown({ clock: manualClock() });
    const told: string[] = [];
    shutdown.signal.addEventListener('abort', () => told.push(`signal: ${shutdown.signal.reason}`));
    shutdown.onClose('store', () => void told.push('store'));
    shutdown.onClose('indexer', async () => void told.push('indexer'));
    shutdown.onClose('api', () => void told.push('api'));
    await shutdown.run('SIGTERM');
    expect(told).toEqual(['signal: SIGTERM', 'api', 'indexer', 'store']);
  });

  test('waits for a step before it takes the next', async () => {
    const shutdown = createShutdown({ clock: manualClock() });
    const writer = Promise.withResolvers<void>();
    const told: string[] = [];
    shutdown.onClose('store', () => void told.push('store'));
    shutdown.onClose('writer', () => {
      told.push('writer asked');
      return writer.promise;
    });
    const ended = shutdown.run('SIGTERM');
    await waitFor(() => told.length > 0, { what: 'the writer to be asked' });
    expect(told).toEqual(['writer asked']);
    writer.resolve();
    await ended;
    expect(told).toEqual(['writer asked', 'store']);
  });

  test('runs once, however often it is asked for', async () => {
    const shutdown = createShutdown({ clock: manualClock() });
    let closed = 0;
    shutdown.onClose('store', () => void closed++);
    const first = shutdown.run('SIGINT');
    expect(shutdown.run('SIGTERM')).toBe(first);
    await first;
    await shutdown.run('again');
    expect(closed).toBe(1);
    expect(shutdown.signal.reason).toBe('SIGINT');
  });

  test('closes the rest when one part fails to close, and then tells the first failure', async () => {
    const shutdown = createShutdown({ clock: manualClock() });
    const told: string[] = [];
    shutdown.onClose('store', () => void told.push('store'));
    shutdown.onClose('stream', () => Promise.reject(new Error('stream broke')));
    shutdown.onClose('api', () => {
      throw new Error('api broke');
    });
    await expect(shutdown.run('SIGTERM')).rejects.toThrow('api broke');
    expect(told).toEqual(['store']);
  });

  test('ends with the name of what hangs once the limit has passed', async () => {
    const clock = manualClock();
    const shutdown = createShutdown({ clock, limitMs: 10_000 });
    shutdown.onClose('store', () => {});
    shutdown.onClose('stream', () => new Promise(() => {}));
    const ended = shutdown.run('SIGTERM');
    const failure = expect(ended).rejects.toMatchObject({
      code: 'SHUTDOWN_TIMED_OUT',
      message: 'Shutdown did not finish within 10 s. Still closing: stream.',
    });
    await waitFor(() => clock.sleepers === 1, { what: 'the limit to be armed' });
    clock.advance(9_999);
    expect(clock.sleepers).toBe(1);
    clock.advance(1);
    await failure;
  });

  test('leaves no timer behind that would keep the program alive', async () => {
    const clock = manualClock();
    await createShutdown({ clock }).run('SIGTERM');
    expect(clock.sleepers).toBe(0);
  });
});
