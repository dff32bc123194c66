import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { Observations } from '../../../../core/kernel/metrics/observations.ts';
import { METRICS } from '../../../../schemas/metrics/all.ts';

const NAME = 'launchlens_api_answer_seconds';

test('a histogram of plain numbers is the one that the library would make', async () => {
  const registry = new Registry();
  const answers = new Observations(NAME);
  answers.exposeIn(registry);
  const { help, labels, buckets } = METRICS[NAME];
  const same = new Registry();
  const expected = new Histogram({
    ...{ name: NAME, help, labelNames: labels, buckets: [...(buckets ?? [])] },
    registers: [same],
  });
  for (const [route, seconds] of [
    ['/a', 0.0005],
    ['/a', 0.0006],
    ['/b', 20],
    ['/a', 0],
  ] as const) {
    answers.observe(seconds, route);
    expected.observe({ route }, seconds);
  }
  const sorted = (text: string) => text.split('\n').toSorted();
  expect(sorted(await registry.metrics())).toEqual(sorted(await same.metrics()));
});
