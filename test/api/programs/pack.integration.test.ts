import { expect, test } from 'vitest';
import { absentStore } from '../../../api/read/latest/absent-store.ts';
import { createMirror } from '../../../api/read/mirror.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { McpUnderTest } from '../mcp/support/mcp-under-test.ts';
import { openApi, openIndex, silentLogger } from '../support/mirror-under-test.ts';
import { followProgram } from './support/programs-suite.ts';

test('an API without launches answers for programs, and says so of launches everywhere', async () => {
  const under = await openIndex();
  const { olap } = under;
  const followed = await followProgram(olap);
  await followed.show(20n);
  const store = absentStore({ olap, clock: systemClock, logger: silentLogger });
  const mirror = createMirror({ store, lane: olap.reader });
  const programs = new Map([['desk', followed.reads]]);
  const api = openApi(olap, { store }, { mirror, programs });
  try {
    for (const path of ['/ilo/status/', '/ilo/launches/7/', '/ilo/launches/7/pledges.csv']) {
      expect(await api.get(`/api/v1${path}`), path).toMatchObject({
        ...{ status: 404, json: { code: 'pack_not_configured' } },
      });
    }
    expect(await api.get('/api/v1/programs/')).toMatchObject({ status: 200 });
    expect(await api.get('/api/v1/programs/desk/accounts/Order/')).toMatchObject({
      status: 200,
      json: { count: 0 },
    });
    const ask = (query: string) =>
      api.request('POST', '/graphql', { 'content-type': 'application/json' }, { query });
    expect((await ask('{ desk { orderAccounts { totalCount } } }')).json).toMatchObject({
      data: { desk: { orderAccounts: { totalCount: 0 } } },
      extensions: { source: { lastIndexedSlot: 20 } },
    });
    expect((await ask('{ __schema { queryType { name } } }')).json).toMatchObject({ data: { __schema: {} } });
    const launches = (await ask('{ launches { totalCount } desk { orderAccounts { totalCount } } }')).json;
    expect(launches.errors[0].extensions.code).toBe('PACK_NOT_CONFIGURED');
    const { client } = await (await McpUnderTest.listen(api)).connect();
    const listed = await client.callTool({ name: 'list_launches', arguments: {} });
    expect(listed).toMatchObject({ isError: true, structuredContent: { code: 'pack_not_configured' } });
    expect((await client.callTool({ name: 'list_programs', arguments: {} })).structuredContent).toMatchObject(
      {
        results: [{ name: 'desk' }],
      },
    );
  } finally {
    await api.stop();
    await followed.stop();
    await under.dispose();
  }
});
