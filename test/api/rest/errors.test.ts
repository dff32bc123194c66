import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { answerable, errorHandler } from '../../../api/rest/errors.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { NO_METRICS } from '../support/account-api.ts';

describe('the error that is answered', () => {
  test('is a deliberate one as it stands', () => {
    const error = new LaunchlensError('LAUNCH_NOT_FOUND', { launchId: 7n, slot: 5n });
    expect(answerable(error)).toBe(error);
  });

  test('says nothing about a store that cannot be reached but that it cannot', () => {
    const error = new LaunchlensError('OLAP_UNREACHABLE', { target: 'http://secret', reason: 'refused' });
    expect(answerable(error)).toMatchObject({ code: 'STORE_UNREACHABLE', status: 503 });
    expect(answerable(error).message).not.toContain('secret');
  });

  test('is 503 when the past took too long', async () => {
    const reason = await new Promise((resolve) => {
      const signal = AbortSignal.timeout(1);
      signal.onabort = () => resolve(signal.reason);
    });
    expect(answerable(reason)).toMatchObject({ code: 'HISTORY_TIMED_OUT', status: 503 });
  });

  test('says nothing about anything else', () => {
    for (const error of [
      new TypeError('secret'),
      new LaunchlensError('OLAP_BAD_ROW', { detail: 'secret' }),
      'secret',
    ]) {
      expect(answerable(error)).toMatchObject({ code: 'INTERNAL', status: 500 });
      expect(answerable(error).message).not.toContain('secret');
    }
  });
});

describe('the log', () => {
  test.each<[string, unknown, boolean]>([
    ['a fault of ours', new TypeError('secret'), true],
    [
      'a store that cannot be reached',
      new LaunchlensError('OLAP_UNREACHABLE', { target: 't', reason: 'r' }),
      true,
    ],
    ['a full chain reader', new LaunchlensError('CHAIN_READER_BUSY', {}), false],
    [
      'a bound of the client',
      new LaunchlensError('INDEX_TOO_STALE', { lagSlots: 2n, maxLagSlots: 0n }),
      false,
    ],
    ['full exports', new LaunchlensError('EXPORT_BUSY', { running: 2 }), false],
    ['a mistake of the client', new LaunchlensError('LAUNCH_NOT_FOUND', { launchId: 7n, slot: 5n }), false],
  ])('shows what is ours to mend, and nothing else: %s', async (_what, error, logged) => {
    const lines: string[] = [];
    const app = Fastify();
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    app.setErrorHandler(errorHandler(logger, NO_METRICS));
    app.get('/', () => Promise.reject(error));
    await app.inject('/');
    expect(lines).toHaveLength(logged ? 1 : 0);
  });
});
