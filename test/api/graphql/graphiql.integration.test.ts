import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleTabs } from '../../../api/graphql/graphiql/page.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';
import { EventClient } from './support/event-client.ts';
import { ask } from './support/graphql-under-test.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('GraphiQL', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
    await under.index.reset();
    under.index.launch({ launchId: 7n, slot: 1n, status: 2, totalPledged: 30n, tokenAllocation: 100n });
    under.index.pledge({ launchId: 7n, pledger: 'a', slot: 1n, amount: 30n }).coverage('streamed', 1n, 99n);
    await under.index.checkpoint({ slot: 2n, slotTime: 1_790_000_000n });
    api = openApi(under.olap);
    await api.followed.reaches(2n);
  });
  afterAll(async () => {
    await api.stop();
    await under.dispose();
  });
  const get = (headers: Record<string, string>, url = '/graphql') =>
    api.app.inject({ method: 'GET', url, headers });

  test('is shown to browsers, whole, and may load nothing from anywhere else', async () => {
    const page = await get(BROWSER);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).not.toMatch(/<(script|link|img|iframe)[^>]+(src|href)="?(https?:)?\/\//);

    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/);
    // The browser runs the script that the policy names, and it is the only one.
    const script = page.body.slice(page.body.indexOf('<script>') + 8, page.body.indexOf('</script>'));
    const digest = createHash('sha256').update(script).digest('base64');
    expect(policy).toContain(`'sha256-${digest}'`);
  });

  test('travels compressed, and not at all when the browser has it', async () => {
    const zipped = await get({ ...BROWSER, 'accept-encoding': 'gzip, br' });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe((await get(BROWSER)).body);
    const again = await get({ ...BROWSER, 'if-none-match': String(zipped.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('leaves questions by GET to the transport', async () => {
    const answer = await get(BROWSER, `/graphql?${new URLSearchParams({ query: '{ __typename }' })}`);
    expect(answer.json().data).toEqual({ __typename: 'Query' });
  });

  test.for(exampleTabs().map(({ query }) => query))(
    'has an example that runs as it stands: %s',
    async (query) => {
      if (query.includes('subscription')) {
        const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
        const client = new EventClient(origin, query);
        await client.connected();
        await under.index.checkpoint({ slot: 3n, slotTime: 1_790_000_001n });
        const [event] = await client.next(1);
        client.close();
        expect(event?.data.errors).toBeUndefined();
        return;
      }
      const { errors, data, status } = await ask(api, query);
      expect({ status, errors }).toEqual({ status: 200, errors: undefined });
      expect(JSON.stringify(data)).not.toContain('null,"null');
    },
  );
});
