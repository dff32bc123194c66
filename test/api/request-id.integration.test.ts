import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explorerLinks } from '../../api/actions/addresses.ts';
import { createLogger } from '../../core/kernel/logger.ts';
import { McpUnderTest } from './mcp/support/mcp-under-test.ts';
import {
  type ApiUnderTest,
  type IndexUnderTest,
  openApi,
  openIndex,
  TEST_RPC_URL,
} from './support/mirror-under-test.ts';

const LAUNCH = '/api/v1/ilo/launches/7/';
const MADE = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const json = { 'content-type': 'application/json' };

let under: IndexUnderTest;
let api: ApiUnderTest;
let behindProxy: ApiUnderTest;
let origin: string;
let proxied: string;
const lines: string[] = [];
let broken = false;

beforeAll(async () => {
  under = await openIndex();
  await under.index.reset();
  under.index.launch({ launchId: 7n, slot: 1n }).coverage('streamed', 1n, 9n);
  await under.index.checkpoint({ slot: 5n, chainSlot: 5n });
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  const links = explorerLinks('localnet', TEST_RPC_URL);
  const link: typeof links = (...asked) => {
    if (broken) throw new TypeError('a fault of ours');
    return links(...asked);
  };
  api = openApi(under.olap, { logger }, { link });
  behindProxy = openApi(under.olap, { trustedProxies: ['127.0.0.1'] });
  for (const each of [api, behindProxy]) await each.followed.reaches(5n);
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  proxied = await behindProxy.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api?.stop();
  await behindProxy?.stop();
  await under?.dispose();
});
beforeEach(() => {
  lines.length = 0;
  broken = false;
});

const ask = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${origin}${path}`, init);
const idOf = ({ headers }: Response): string => headers.get('x-request-id') ?? '';
const query = (text: string): RequestInit => ({
  method: 'POST',
  headers: json,
  body: JSON.stringify({ query: text }),
});

describe('every response names its request', () => {
  test.each<[string, number, string, RequestInit?]>([
    ['a read', 200, LAUNCH],
    ['a read that was cached', 200, LAUNCH],
    ['a read without its body', 200, LAUNCH, { method: 'HEAD' }],
    ['an unchanged read', 304, LAUNCH, { headers: { 'if-none-match': '*' } }],
    ['a preflight', 204, LAUNCH, { method: 'OPTIONS' }],
    ['an export', 200, '/api/v1/ilo/launches/7/pledges.csv'],
    ['a health check', 200, '/health'],
    ['the metrics', 200, '/metrics'],
    ['the description', 200, '/openapi.json'],
    ['a malformed parameter', 400, '/api/v1/ilo/launches/x/'],
    ['a launch that does not exist', 404, '/api/v1/ilo/launches/8/'],
    ['a path that does not exist', 404, '/nowhere'],
    ['a path that cannot be decoded', 400, '/%zz'],
    ['a method that is not allowed', 405, LAUNCH, { method: 'DELETE' }],
    ['a GraphQL answer', 200, '/graphql', query('{ launches { totalCount } }')],
    ['a GraphQL answer that was cached', 200, '/graphql', query('{ launches { totalCount } }')],
    ['a GraphQL body that is not JSON', 400, '/graphql', { method: 'POST', headers: json, body: '{' }],
    ['a GraphQL body of another type', 415, '/graphql', { method: 'POST', body: 'x' }],
    ['an MCP body that is not JSON', 400, '/mcp', { method: 'POST', headers: json, body: '{' }],
    [
      'an MCP body that is too large',
      413,
      '/mcp',
      { method: 'POST', headers: json, body: ' '.repeat(5_000_000) },
    ],
  ])('%s', async (_what, status, path, init) => {
    const answers = [];
    for (let n = 0; n < 2; n += 1) {
      const answer = await ask(path, init);
      await answer.arrayBuffer();
      answers.push(answer);
    }

    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    const ids = answers.map(idOf);
    for (const id of ids) expect(id).toMatch(MADE);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test('a stream of events', async () => {
    const stop = new AbortController();
    const answer = await ask('/graphql', {
      ...query('subscription { launchChanged(launchId: "7") { status } }'),
      headers: { ...json, accept: 'text/event-stream' },
      signal: stop.signal,
    });

    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(idOf(answer)).toMatch(MADE);
    stop.abort();
  });

  test('bytes that are not HTTP', async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('utf8');
    let text = '';
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.write('nonsense\r\n\r\n');
    await once(socket, 'close');

    expect(/^x-request-id: (\S+)\r$/m.exec(text)?.[1]).toMatch(MADE);
  });
});

describe('the id that a request brings', () => {
  const sent = async (to: string, id: string): Promise<string> =>
    idOf(await fetch(`${to}${LAUNCH}`, { headers: { 'x-request-id': id } }));

  test('is kept from a trusted proxy, for a cached answer too', async () => {
    expect(await sent(proxied, 'edge-1/2:3')).toBe('edge-1/2:3');
    expect(await sent(proxied, 'edge-4')).toBe('edge-4');
  });

  test.each(['two words', 'x'.repeat(129), 'a"quote', ''])(
    'is replaced where it is malformed: %j',
    async (id) => {
      expect(await sent(proxied, id)).toMatch(MADE);
    },
  );

  test('is replaced where anybody could have chosen it', async () => {
    expect(await sent(origin, 'edge-1')).toMatch(MADE);
  });
});

describe('a failure', () => {
  const logged = () => lines.map((line) => JSON.parse(line) as { readonly request_id?: string });

  test('over REST is logged under the id of its response', async () => {
    broken = true;
    const answer = await ask(`${LAUNCH}?as_of_slot=5`);

    expect(answer.status).toBe(500);
    expect(logged()).toMatchObject([{ msg: 'a request failed', request_id: idOf(answer) }]);
  });

  test('over GraphQL names it in its extensions too', async () => {
    broken = true;
    const answer = await ask('/graphql', query('{ launch(launchId: "7") { explorer { launchConfig } } }'));

    const { errors } = (await answer.json()) as { readonly errors: readonly object[] };
    expect(errors).toMatchObject([{ extensions: { code: 'INTERNAL', requestId: idOf(answer) } }]);
    expect(logged()).toMatchObject([{ msg: 'a GraphQL request failed', request_id: idOf(answer) }]);
  });

  test('of an MCP tool names it in its _meta too', async () => {
    const mcp = new McpUnderTest(`${origin}/mcp`);
    const session = await mcp.initialize();
    broken = true;
    const { headers, json: answer } = await mcp.call('get_ilo_details', { launch_id: '7' }, session);

    const id = headers.get('x-request-id');
    expect(answer.result).toMatchObject({ isError: true, _meta: { 'launchlens/request_id': id } });
    expect(logged()).toMatchObject([{ msg: 'a tool call failed', request_id: id }]);
  });
});
