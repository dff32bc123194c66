import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeTool } from '../../../../api/mcp/catalogue/describe.ts';
import { createEngine, type Engine } from '../../../../api/mcp/engine/engine.ts';
import { ToolPages, ToolView } from '../../../../api/mcp/engine/tool-views.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { NO_CONTEXT, toolOf } from '../support/surface-under-test.ts';

const never = new Promise<string>(() => {});
const TOOLS = [
  toolOf('echo', (text) => text),
  toolOf('hang', () => never),
  toolOf('leak', () => {
    throw new Error('connect postgres://admin:hunter2@db.internal/prod failed');
  }),
];
const view = new ToolView(TOOLS.map((tool) => ({ tool, description: describeTool(tool) })));
const ASKER = { caller: undefined, view };

describe('the engine of a surface', () => {
  let engine: Engine;
  beforeEach(() => {
    const logger = createLogger('silent');
    engine = createEngine({
      context: NO_CONTEXT,
      logger,
      instructions: 'Be kind.',
      version: '1.2.3',
    });
  });
  afterEach(() => engine.close());

  const request = (method: string, params?: unknown, id: string | number = 1): JSONRPCRequest =>
    ({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) }) as JSONRPCRequest;
  const ask = async (method: string, params?: unknown, id?: string | number) =>
    JSON.parse((await engine.ask(request(method, params, id), ASKER).answer)?.body ?? 'null');
  const call = (name: string, args?: unknown, id?: number) =>
    ask('tools/call', { name, ...(args !== undefined && { arguments: args }) }, id);

  test.for([
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2025-06-18'],
    ['2026-07-28', '2025-11-25'],
  ] as const)(
    'answers a client of protocol %s with %s, the nearest revision that it speaks',
    async ([protocolVersion, spoken]) => {
      const clientInfo = { name: 'test', version: '1' };
      const { result } = await ask('initialize', { protocolVersion, capabilities: {}, clientInfo });

      expect(result).toEqual({
        protocolVersion: spoken,
        capabilities: { tools: {} },
        serverInfo: { name: 'launchlens', title: 'Launchlens', version: '1.2.3' },
        instructions: 'Be kind.',
      });
    },
  );

  test('lists its tools in the order of their declaration, with the same bytes every time', async () => {
    const first = await engine.ask(request('tools/list'), ASKER).answer;
    const second = await engine.ask(request('tools/list', {}), ASKER).answer;

    expect(second).toEqual(first);
    const { result } = JSON.parse(first?.body ?? '');
    expect(result.tools.map(({ name }: { name: string }) => name)).toEqual(['echo', 'hang', 'leak']);
    expect(result).not.toHaveProperty('nextCursor');
  });

  test.for(['x', '', 'dG9vbHMgMA', '__proto__'])('refuses the cursor %o of no page', async (cursor) => {
    expect(await ask('tools/list', { cursor })).toMatchObject({
      id: 1,
      error: { code: -32602, data: { code: 'mcp_page_unknown' } },
    });
  });

  test.for(['nope', '__proto__', 'constructor', 'toString', '', 'Echo'])(
    'answers the tool %o that it does not have with a protocol error',
    async (name) => {
      expect(await call(name)).toMatchObject({ error: { code: -32602, data: { code: 'mcp_tool_unknown' } } });
    },
  );

  test('repeats no more of a long name than a sentence takes', async () => {
    const { error } = await call('n'.repeat(200_000));

    expect(error.message.length).toBeLessThan(200);
  });

  test.for(['resources/list', 'prompts/list', 'logging/setLevel', 'tools/call/x', '__proto__'])(
    'answers the method %s that a server of tools does not have with -32601',
    async (method) => {
      expect(await ask(method, {})).toMatchObject({ error: { code: -32601 } });
    },
  );

  test.for([
    ['initialize', {}, 'params.protocolVersion'],
    ['initialize', undefined, 'params'],
    ['tools/call', {}, 'params.name'],
    ['tools/call', { name: 7 }, 'params.name'],
    ['tools/call', { name: 'echo', arguments: 'text' }, 'params.arguments'],
    ['tools/call', { name: 'echo', arguments: [] }, 'params.arguments'],
    ['tools/list', { cursor: 7 }, 'params.cursor'],
  ] as const)('names what is wrong with the params of %s %o', async ([method, params, field]) => {
    const { error } = await ask(method, params);

    expect(error).toEqual({
      code: -32602,
      message: `The params of ${method} are not valid: check ${field}.`,
      data: { code: 'mcp_params_malformed' },
    });
  });

  test('answers a ping', async () => {
    expect(await ask('ping', undefined, 'p')).toEqual({ jsonrpc: '2.0', id: 'p', result: {} });
  });

  test('calls a tool and gives its answer as structured content, in words and as JSON', async () => {
    expect(await call('echo', { text: 'hello' })).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        content: [
          { type: 'text', text: 'hello' },
          { type: 'text', text: '{"said":"hello"}' },
        ],
        structuredContent: { said: 'hello' },
      },
    });
  });

  test('gives no JSON as text to a client that reads structured content', async () => {
    const asked = request('tools/call', { name: 'echo', arguments: { text: 'hello' } });
    const answer = await engine.ask(asked, { ...ASKER, structured: true }).answer;

    expect(JSON.parse(answer?.body ?? '').result).toEqual({
      content: [{ type: 'text', text: 'hello' }],
      structuredContent: { said: 'hello' },
    });
  });

  test('never passes on the message of an error that was not meant for the client', async () => {
    const answer = await call('leak');

    expect(answer.result).toMatchObject({
      isError: true,
      structuredContent: { code: 'internal', detail: expect.any(String), remedy: expect.any(String) },
    });
    expect(JSON.stringify(answer)).not.toMatch(/hunter2|postgres|db\.internal/);
  });

  test('keeps requests of equal ids apart, since they may come from different sessions', async () => {
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => call('echo', { text }, 1)));

    expect(answers.map(({ id, result }) => [id, result.structuredContent.said])).toEqual([
      [1, 'a'],
      [1, 'b'],
      [1, 'c'],
    ]);
  });

  test('lets go of a request that is cancelled, and of all when it closes', async () => {
    const cancelled = engine.ask(request('tools/call', { name: 'hang' }), ASKER);
    const open = engine.ask(request('tools/call', { name: 'hang' }), ASKER);

    cancelled.cancel();
    expect(await cancelled.answer).toBeUndefined();
    cancelled.cancel();
    engine.close();
    expect(await open.answer).toBeUndefined();
  });
});

describe('the pages of tools/list', () => {
  const tools = ['a', 'b', 'c', 'd', 'e'].map((name) => describeTool(toolOf(name, () => '')));

  test('show every tool once, in order', () => {
    const pages = new ToolPages(tools, 2);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = pages.page(cursor);
      names.push(...page.tools.map(({ name }) => name));
      expect(JSON.parse(pages.jsonOf(page) ?? '')).toEqual(JSON.parse(JSON.stringify(page)));
      cursor = page.nextCursor;
    } while (cursor !== undefined);

    expect(names).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('say on every page what holds for all tools', () => {
    const shared = { 'launchlens/error': { type: 'object' } } as const;
    const pages = new ToolPages(tools, 3, shared);

    const first = pages.page(undefined);
    for (const page of [first, pages.page(first.nextCursor)]) {
      expect(JSON.parse(pages.jsonOf(page) ?? '')).toMatchObject({ _meta: shared });
    }
  });

  test('are one empty page for no tools', () => {
    expect(new ToolPages([], 2).page(undefined)).toEqual({ tools: [] });
  });
});
