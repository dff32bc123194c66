import { expect, test } from 'vitest';
import { RateLimitedError } from '../../client/index.ts';
import { json, scripted } from './support/answering.ts';

/** What a server answers to the messages of a session; `called` to the call of a tool. */
function session(
  called: (attempt: number) => Response,
  { notWithin, listed }: { readonly notWithin?: AbortSignal; readonly listed?: () => object } = {},
) {
  let calls = 0;
  return scripted(async ({ init }) => {
    if (init.method === 'DELETE') return new Response(null, { status: 204 });
    if (notWithin) await new Promise((_resolve, reject) => init.signal?.addEventListener('abort', reject));
    const { id, method } = JSON.parse(String(init.body)) as { id?: number; method: string };
    const serverInfo = { name: 'scripted', version: '1' };
    const initialized = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo };
    if (method === 'initialize') {
      return json({ jsonrpc: '2.0', id, result: initialized }, 200, { 'mcp-session-id': 'session' });
    }
    if (id === undefined) return new Response(null, { status: 202 });
    if (listed && method === 'tools/list') return json({ jsonrpc: '2.0', id, result: listed() });
    calls += 1;
    const response = called(calls);
    if (!response.ok) return response;
    const result = {
      content: [{ type: 'text', text: 'In words.' }],
      structuredContent: await response.json(),
    };
    return json({ jsonrpc: '2.0', id, result });
  });
}

const answered = () => json({ count: 2 });

test('a call that was refused for its rate is made again when the server says', async () => {
  const { client, waited } = session((attempt) =>
    attempt === 1 ? json({ error: { message: 'Slowly.' } }, 429, { 'retry-after': '3' }) : answered(),
  );
  expect((await client.mcp.call('list_launches', {})).answer.count).toBe(2);
  expect(waited[0]).toBeGreaterThanOrEqual(3_000);
  await client.close();
});

test('a call that is refused for its rate for long is the caller’s to make again', async () => {
  const { client } = session(() => json({ error: { message: 'Slowly.' } }, 429, { 'retry-after': '60' }));
  const error = await client.mcp.call('list_launches', {}).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RateLimitedError);
  expect(error).toMatchObject({ retryAfter: 60, message: 'Slowly.' });
});

test('a call that may have been made is not made again', async () => {
  let calls = 0;
  const { client } = session(() => {
    calls += 1;
    return json({}, 503);
  });
  await expect(client.mcp.call('equity_quote', {})).rejects.toMatchObject({ code: 'unavailable' });
  expect(calls).toBe(1);
});

test('a client opens no stream, which would keep its process from ending, and ends its session', async () => {
  const { client, asked } = session(answered);
  await client.mcp.call('list_launches', {});
  await client.close();
  await client.close();
  expect(asked.map(({ init }) => init.method)).toEqual(['POST', 'POST', 'POST', 'DELETE']);
  expect(asked.every(({ url }) => url === 'https://launchlens.example/mcp')).toBe(true);
});

test('a call ends with its signal though nothing connects, and closing lets go of what is connecting', async () => {
  const stopping = new AbortController();
  const { client } = session(answered, { notWithin: stopping.signal });
  const call = client.mcp.call('list_launches', {}, { signal: stopping.signal });
  const waiting = client.mcp.call('list_launches', {}).catch(() => 'ended');
  stopping.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  await client.close();
  expect(await waiting).toBe('ended');
});

test('a signal that ends later tells the server nothing of calls that are answered', async () => {
  const stopping = new AbortController();
  const { client, asked } = session(answered);
  await client.mcp.call('list_launches', {}, { signal: stopping.signal });
  stopping.abort();
  await client.close();
  expect(asked.filter(({ init }) => String(init.body).includes('notifications/cancelled'))).toEqual([]);
});

test('a list of tools is read to its last page', async () => {
  const pages = [{ tools: [{ name: 'one' }], nextCursor: 'more' }, { tools: [{ name: 'two' }] }];
  const { client } = session(answered, { listed: () => pages.shift() ?? {} });
  expect((await client.mcp.tools()).map(({ name }) => name)).toEqual(['one', 'two']);
});

test('a list of tools that names another page again and again is refused', async () => {
  let pages = 0;
  const listed = () => {
    pages += 1;
    if (pages > 200) throw new RangeError('asked for too many pages');
    return { tools: [], nextCursor: 'more' };
  };
  await expect(session(answered, { listed }).client.mcp.tools()).rejects.toMatchObject({
    code: 'answer_malformed',
  });
  expect(pages).toBe(100);
});

test('a client that is not signed in asks nothing to sign out', async () => {
  const { client, asked } = scripted(() => json({}));
  await client.signOut();
  expect(asked).toEqual([]);
});
