import { describe, expect, test } from 'vitest';
import { documentedRows } from '../../support/metrics-page.ts';
import { demo } from './demo.ts';

/** Labels of the format itself. */
const OF_BUCKETS = ['le'];

/** Name, type and labels of every documented metric. */
const documented = new Map(
  documentedRows().map((row) => {
    const [, name = '', type = '', labels = ''] = row.split('|').map((cell) => cell.trim());
    const named = [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label);
    return [name.replaceAll('`', ''), { type, labels: named }];
  }),
);

/** Only an indexer that runs alone can be on standby. */
const ALONE = 'launchlens_index_standby';

describe('/metrics of the demo', () => {
  test('serves every documented metric with its type and labels, and no other of ours', async () => {
    const text = await (await fetch(`${demo.url}/metrics`)).text();

    const types = [...text.matchAll(/^# TYPE (launchlens_\w+) (\w+)$/gm)].map(([, name, type]) => [
      name,
      type,
    ]);
    const expected = [...documented]
      .filter(([name]) => name !== ALONE)
      .map(([name, { type }]) => [name, type]);
    expect(types.toSorted()).toEqual(expected.toSorted());
    for (const [, series = '', inside = ''] of text.matchAll(/^(launchlens_\w+)\{(.*)\} /gm)) {
      const found = documented.get(series) ?? documented.get(series.replace(/_(bucket|sum|count)$/, ''));
      const labels = [...inside.matchAll(/(\w+)="/g)].map(([, label]) => label);
      const wanted = [...(found?.labels ?? []), ...(series.endsWith('_bucket') ? OF_BUCKETS : [])];
      expect(labels.toSorted(), series).toEqual(wanted.toSorted());
    }
  });

  test('serves the metrics of the process and of Node', async () => {
    const text = await (await fetch(`${demo.url}/metrics`)).text();
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(text).toMatch(new RegExp(`^${name} [0-9.]`, 'm'));
  });
});
