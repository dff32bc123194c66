import { describe, expect, test } from 'vitest';
import { McpUnderTest } from '../../api/mcp/support/mcp-under-test.ts';
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

  test('times requests by route, operations by field and calls by tool, and takes no word from a caller', async () => {
    const ask = async (query: string) => {
      const headers = { 'content-type': 'application/json' };
      await (
        await fetch(`${demo.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
      ).text();
    };
    await ask('query Mine { status { __typename } }');
    await ask('{ mine: nothingOfOurs }');
    await ask('{ status { __typename } __typename }');
    await (await fetch(`${demo.url}/mine/${'x'.repeat(20)}`)).text();
    await (await fetch(`${demo.url}/mcp/agent-v1`, { method: 'POST', body: '{}' })).text();
    const { client } = await new McpUnderTest(`${demo.url}/mcp`).connect();
    await client.callTool({ name: 'get_source_status', arguments: {} });
    await client.callTool({ name: 'get_source_status', arguments: { mine: 1 } });
    await client.close();

    const text = await (await fetch(`${demo.url}/metrics`)).text();
    for (const series of [
      'graphql_seconds_count{field="status",outcome="ok"}',
      'graphql_seconds_count{field="none",outcome="error"}',
      'graphql_seconds_count{field="several",outcome="ok"}',
      'request_seconds_count{route="none"}',
      'request_seconds_count{route="/metrics"}',
      'mcp_call_seconds_count{tool="get_source_status",outcome="ok"}',
      'mcp_call_seconds_count{tool="get_source_status",outcome="refused"}',
      'credential_refusals_total{reason="missing"}',
    ])
      expect(
        text.split('\n').find((line) => line.startsWith(`launchlens_api_${series} `)),
        series,
      ).toMatch(/ [1-9]\d*$/);
    expect(text).not.toMatch(/mine/i);
  });

  test('serves the metrics of the process and of Node', async () => {
    const text = await (await fetch(`${demo.url}/metrics`)).text();
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(text).toMatch(new RegExp(`^${name} [0-9.]`, 'm'));
  });
});
