import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { polled } from '../../../../core/kernel/metrics/polled.ts';
import { StatementStats } from '../../../../core/kernel/metrics/statements.ts';

test('statements are timed by lane and kind, their failures counted by code', async () => {
  const [stats, registry] = [new StatementStats('clickhouse'), new Registry()];
  stats.exposeIn(registry);
  const lost = new LaunchlensError('OLAP_UNREACHABLE', { target: 'a', reason: 'b' });
  expect(await stats.measure(async () => 1, 'reader', 'query')).toBe(1);
  await expect(stats.measure(() => Promise.reject(lost), 'writer', 'insert')).rejects.toBe(lost);
  const left = new DOMException('left', 'AbortError');
  await expect(stats.measure(() => Promise.reject(left), 'reader', 'query')).rejects.toBe(left);
  stats.retried(lost);

  expect((await registry.metrics()).split('\n')).toEqual(
    expect.arrayContaining([
      'launchlens_clickhouse_statement_seconds_count{lane="reader",kind="query"} 2',
      'launchlens_clickhouse_statement_seconds_count{lane="writer",kind="insert"} 1',
      'launchlens_clickhouse_errors_total{code="olap_unreachable"} 1',
      'launchlens_clickhouse_retries_total{code="olap_unreachable"} 1',
    ]),
  );
});

test('a scrape never waits for a store: it gets what the last one started to read, and nothing after a failure', async () => {
  const reads: PromiseWithResolvers<number>[] = [];
  const value = polled(() => {
    const next = Promise.withResolvers<number>();
    reads.push(next);
    return next.promise;
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(reads).toHaveLength(1);
  reads[0]?.resolve(5);
  await settled();
  expect(value()).toBe(5);
  reads[1]?.reject(new Error('the store is down'));
  await settled();
  expect(value()).toBeUndefined();
});
