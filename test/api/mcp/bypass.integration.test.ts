import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Surface } from '../../../api/mcp/surfaces.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { watchWork } from '../../support/longest-work.ts';
import { controlUnderTest } from '../support/control-under-test.ts';
import { type AgentsUnderTest, agentsOver } from './support/agents-under-test.ts';
import type { McpUnderTest } from './support/mcp-under-test.ts';
import { NO_CONTEXT, openSurface, type SurfaceUnderTest, toolOf } from './support/surface-under-test.ts';

const LONGEST_STALL_MS = 100;
const CALL = '"method":"tools/call","params":{"name":"trade","arguments":{}}';
const call = `{"jsonrpc":"2.0","id":1,${CALL}}`;

/** What those of the bodies below do that are a message, for whoever may do everything: of two members the last counts. */
const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  'the method twice, the harmless one first': ['trade'],
  'the method twice, the harmless one last': [],
  'scopes of its own': ['trade'],
  'no id': [],
};

/** Bodies that a guard may read otherwise than what executes them. */
const BODIES: Readonly<Record<string, string | Uint8Array>> = {
  'a batch of one': `[${call}]`,
  'a batch of many': `[${call},${call}]`,
  'a batch in a batch': `[[${call}]]`,
  'the method twice, the harmless one last': `{"jsonrpc":"2.0","id":1,${CALL},"method":"ping"}`,
  'the method twice, the harmless one first': `{"jsonrpc":"2.0","id":1,"method":"ping",${CALL}}`,
  'an id of null': `{"jsonrpc":"2.0","id":null,${CALL}}`,
  'no id': `{"jsonrpc":"2.0",${CALL}}`,
  'an id of an object': `{"jsonrpc":"2.0","id":{},${CALL}}`,
  'UTF-16': Buffer.from(call, 'utf16le'),
  'a byte order mark': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(call)]),
  'a body that is compressed': gzipSync(Buffer.alloc(2 ** 20)),
  'a long name': call.replace('trade', 'x'.repeat(200_000)),
  'deep nesting': call.replace(
    '"arguments":{}',
    `"arguments":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  ),
  'a prototype': call.replace('"arguments":{}', '"arguments":{"__proto__":{"scopes":["trade"]}}'),
  'scopes of its own': call.replace(
    '{"name"',
    '{"_meta":{"scopes":["trade"],"authInfo":{"scopes":["trade"]}},"name"',
  ),
  'another letter case': call.replace('tools/call', 'TOOLS/CALL'),
  nothing: '',
};

describe('a call in a body that is not what it seems', () => {
  const executed: string[] = [];
  let store: DecisionStore;
  let agents: AgentsUnderTest;
  let under: SurfaceUnderTest;
  let mcp: McpUnderTest;
  beforeAll(async () => {
    store = await embeddedDecisions();
    agents = await agentsOver(store.oltp);
    const trade = { ...toolOf('trade', () => String(executed.push('trade'))), scope: 'trade' as const };
    const surface: Surface = {
      path: '/mcp',
      instructions: 'A test.',
      tools: [trade],
      credentials: ['token', 'key'],
    };
    const context = { ...NO_CONTEXT, control: controlUnderTest().context };
    under = await openSurface([], { surfaces: [surface], agents: agents.parts, context });
    mcp = under.mcp;
  });
  afterAll(async () => {
    await under[Symbol.asyncDispose]();
    await store[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    executed.length = 0;
  });

  test.for(Object.entries(BODIES))(
    '(%s) executes nothing without the credential, or without the scope',
    async ([, body]) => {
      const reader = await mcp.initialize((await agents.issue({ scopes: ['read'] })).headers);
      const { authorization: _, ...bare } = reader;
      const longest = watchWork();

      expect((await mcp.post(body)).status).toBe(401);
      expect((await mcp.post(body, bare)).status).toBe(401);
      const { status } = await mcp.post(body, reader);

      expect(status).toBeLessThan(500);
      expect(longest()).toBeLessThan(LONGEST_STALL_MS * 3);
      expect(executed).toEqual([]);
    },
  );

  test.for(Object.entries(BODIES))(
    '(%s) executes what it is and no more for whoever has both',
    async ([what, body]) => {
      const trader = await mcp.initialize((await agents.issue({ scopes: ['trade'] })).headers);

      const { json } = await mcp.post(body, trader);

      expect(executed).toEqual(MESSAGES[what] ?? []);
      expect(json?.error === undefined).toBe(what in MESSAGES);
    },
  );

  test('executes with both, once', async () => {
    const trader = await mcp.initialize((await agents.issue({ scopes: ['trade'] })).headers);

    expect((await mcp.post(call, trader)).json.result.isError).toBeUndefined();
    expect(executed).toEqual(['trade']);
  });
});
