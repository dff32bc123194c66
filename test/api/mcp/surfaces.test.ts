import { describe, expect, test } from 'vitest';
import { describeTool, fullDescription, withoutRepeats } from '../../../api/mcp/catalogue/describe.ts';
import { TOOLSETS } from '../../../api/mcp/catalogue/tool.ts';
import { PROFILE_NAMES, ToolViews } from '../../../api/mcp/engine/tool-views.ts';
import {
  AGENT_SURFACE,
  CHATGPT_SURFACE,
  LITE_SURFACE,
  PLUGIN_SURFACE,
  PUBLIC_SURFACE,
  SURFACES,
  type Surface,
} from '../../../api/mcp/surfaces.ts';
import { TOOLS } from '../../../api/mcp/tools/all.ts';
import type { Scope } from '../../../core/rules/scopes.ts';

/** Clients of agent-lite rely on its list to stay as it is. */
const LITE_TOOLS = [
  ...['create_execution_intent', 'get_ilo_details', 'get_intent_status', 'get_quotes', 'get_raise_curve'],
  ...['get_rewards_history', 'get_rewards_summary', 'get_source_status', 'get_wallet_position'],
  ...['kill_wallet', 'list_launches', 'list_pledges', 'pause_wallet', 'verify_account'],
];
/** What plugin-v1 lists in place of what stops agents. */
const PLUGIN_TOOLS = [
  ...LITE_TOOLS.filter((name) => !['kill_wallet', 'pause_wallet'].includes(name)),
  ...['describe_tool', 'get_settlement', 'list_escrow_flows'],
];

const listOf = ({ tools, detail }: Surface) =>
  withoutRepeats(tools.map((tool) => describeTool(tool, detail)));
const namesOf = ({ tools }: Surface) => tools.map(({ name }) => name);

describe('the surfaces', () => {
  test('are those of the specification, with the credentials that each takes', () => {
    expect(SURFACES.map(({ path, credentials }) => [path, credentials])).toEqual([
      ['/mcp', undefined],
      ['/mcp/agent-v1', ['token', 'key']],
      ['/mcp/agent-lite', ['token', 'key']],
      ['/mcp/plugin-v1', ['token']],
      ['/mcp/chatgpt-v1', undefined],
    ]);
  });

  test('that are anonymous list nothing that changes anything or is about anybody', () => {
    for (const { tools } of [PUBLIC_SURFACE, CHATGPT_SURFACE]) {
      for (const { name, hints, scope, owner } of tools) {
        // It starts what only an owner's wallet can grant.
        const reads = name !== 'start_pairing';
        expect([name, hints.readOnlyHint, owner]).toEqual([name, reads, false]);
        expect(['read', 'quote']).toContain(scope);
      }
    }
    expect(CHATGPT_SURFACE.tools.filter(({ scope }) => scope !== 'read')).toEqual([]);
    expect(namesOf(PUBLIC_SURFACE)).toContain('get_quotes');
    expect(PUBLIC_SURFACE.tools.length).toBe(CHATGPT_SURFACE.tools.length + 3);
    expect(namesOf(CHATGPT_SURFACE)).toEqual(expect.arrayContaining(['search', 'fetch']));
    expect(namesOf(CHATGPT_SURFACE)).not.toContain('start_pairing');
  });

  test('agent-v1 lists the whole catalogue', () => {
    expect(AGENT_SURFACE.tools).toEqual(TOOLS);
  });

  test('agent-lite lists its frozen fourteen, in this very form', () => {
    expect(listOf(LITE_SURFACE)).toMatchSnapshot();
    expect(namesOf(LITE_SURFACE).toSorted()).toEqual(LITE_TOOLS);
  });

  test.for([
    [AGENT_SURFACE, 80 * 1024],
    [LITE_SURFACE, 8 * 1024],
    [PLUGIN_SURFACE, 16_000],
    [PUBLIC_SURFACE, 16_000],
    [CHATGPT_SURFACE, 16_000],
  ] as const)('$0.path lists its tools in at most $1 bytes', ([surface, bytes]) => {
    expect(Buffer.byteLength(JSON.stringify(listOf(surface)))).toBeLessThanOrEqual(bytes);
  });

  test('agent-v1 explains once what many of its tools share', () => {
    const texts = listOf(AGENT_SURFACE).flatMap(({ inputSchema }) =>
      Object.entries(inputSchema.properties as Record<string, { description?: string }>).flatMap(
        ([name, { description }]) => (description === undefined ? [] : [`${name}: ${description}`]),
      ),
    );
    expect(texts.filter((text) => text.startsWith('confirm: '))).toHaveLength(1);
    expect(new Set(texts).size).toBe(texts.length);
  });

  /**
   * What the providers of large models document for tools: an object at the top without combinators (OpenAI, "Structured
   * Outputs"), names of 1 to 64 letters, digits, `_` and `-` (OpenAI, "Function calling"; Anthropic, "Tool use"), no
   * references to elsewhere and no more of a regular expression than all of their engines know (Google, "Function calling").
   */
  test.for(SURFACES)('$path stays within the JSON Schema that models take', (surface) => {
    for (const tool of surface.tools) {
      expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      for (const schema of [
        describeTool(tool, surface.detail).inputSchema,
        fullDescription(tool).input_schema,
      ]) {
        expect(schema.type, tool.name).toBe('object');
        for (const name of ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'if', '$ref'])
          expect(schema, tool.name).not.toHaveProperty(name);
        expect(JSON.stringify(schema), tool.name).not.toMatch(
          /"\$ref":"[^#]|"pattern":"[^"]*(\\\\[pP]\{|\(\?[=!<])/,
        );
      }
    }
  });

  test('plugin-v1 lists reads, quotes and intents alone', () => {
    expect(namesOf(PLUGIN_SURFACE).toSorted()).toEqual(PLUGIN_TOOLS.toSorted());
    for (const { name, scope } of PLUGIN_SURFACE.tools) {
      expect(['read', 'quote', 'intent'], name).toContain(scope);
      expect(name).not.toMatch(/kill|pause/);
    }
  });
});

describe('a narrowed surface', () => {
  const viewsOf = ({ tools }: Surface) =>
    new ToolViews(tools.map((tool) => ({ tool, description: describeTool(tool) })));
  const listed = (surface: Surface, narrowing: Parameters<ToolViews['view']>[0]) =>
    viewsOf(surface)
      .view(narrowing)
      .pages.page(undefined)
      .tools.map(({ name }) => name);
  const every = [undefined, ...TOOLSETS].flatMap((toolsets) =>
    [undefined, ...PROFILE_NAMES].map((profile) => ({ toolsets, profile })),
  );

  test('lists and calls the same, and never more than the surface itself', () => {
    for (const surface of SURFACES) {
      const views = viewsOf(surface);
      const whole = namesOf(surface);
      for (const narrowing of every) {
        const view = views.view(narrowing);
        const names = view.pages.page(undefined).tools.map(({ name }) => name);
        expect(whole, JSON.stringify(narrowing)).toEqual(expect.arrayContaining(names));
        expect(TOOLS.filter(({ name }) => view.find(name)).map(({ name }) => name)).toEqual(names);
      }
    }
  });

  test('has the tools of the toolsets that are named, however they are spelt', () => {
    const names = listed(AGENT_SURFACE, { toolsets: ' Quotes,launches , quotes' });

    expect(names).toContain('get_quotes');
    expect(names).toContain('list_launches');
    expect(names).not.toContain('verify_account');
    expect(listed(AGENT_SURFACE, { toolsets: TOOLSETS.join() })).toEqual(namesOf(AGENT_SURFACE));
  });

  test('has what a profile leaves', () => {
    const of = (profile: string) => listed(AGENT_SURFACE, { profile });

    expect(of('full')).toEqual(namesOf(AGENT_SURFACE));
    expect(of('read-only')).not.toContain('kill_wallet');
    expect(of('read-only')).toContain('get_intent_status');
    expect(of('text')).toEqual(namesOf(AGENT_SURFACE));
    expect(of('lite, read-only')).toEqual(of('read-only').filter((name) => LITE_TOOLS.includes(name)));
    expect(of('lite').toSorted()).toEqual(LITE_TOOLS);
    expect(listed(AGENT_SURFACE, { profile: 'Read-Only', toolsets: 'safety' })).toEqual([
      'get_wallet_policy',
      'list_owner_requests',
    ]);
  });

  test('has what the scopes of a credential grant, and without one what needs none', () => {
    const granted = (...scopes: Scope[]) =>
      listed(AGENT_SURFACE, { profile: 'granted', scopes: new Set(scopes) });
    const ofScopes = (...scopes: Scope[]) =>
      AGENT_SURFACE.tools.filter(({ scope }) => scopes.includes(scope)).map(({ name }) => name);

    expect(granted('read', 'intent')).toEqual(ofScopes('read', 'intent'));
    expect(granted('trade')).toEqual(ofScopes('trade'));
    const views = viewsOf(AGENT_SURFACE);
    for (const scopes of [['read'], ['quote'], ['read']] as Scope[][]) {
      const view = views.view({ profile: 'granted', scopes: new Set(scopes) });
      expect(view.find('list_intents') !== undefined, scopes.join()).toBe(scopes.includes('read'));
    }
    const anonymous = listed(AGENT_SURFACE, { profile: 'granted' });
    expect(anonymous).toContain('get_ilo_details');
    expect(anonymous).not.toContain('list_intents');
  });

  test.for(['', 'everything', 'launches,', 'launches;proof', '__proto__', 'constructor'])(
    'is not to be had by the name %o',
    (name) => {
      const views = viewsOf(AGENT_SURFACE);

      expect(() => views.view({ toolsets: name })).toThrow(
        /must be a comma-separated list of discovery, launches/,
      );
      expect(() => views.view({ profile: name })).toThrow(
        /must be a comma-separated list of full, read-only/,
      );
    },
  );

  test('is kept for the next request, and no more of them than a bound', () => {
    const views = viewsOf(AGENT_SURFACE);

    expect(views.view({ toolsets: 'proof,launches' })).toBe(views.view({ toolsets: 'launches, proof' }));
    expect(views.view({})).toBe(views.view({}));
  });
});
