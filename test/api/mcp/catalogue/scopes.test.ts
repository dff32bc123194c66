import { describe, expect, test } from 'vitest';
import { callTool } from '../../../../api/mcp/catalogue/call.ts';
import { TOOLS } from '../../../../api/mcp/tools/all.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { EXECUTION_SCOPES, needsConfirmation, SCOPES, type Scope } from '../../../../core/rules/scopes.ts';
import { controlUnderTest } from '../../support/control-under-test.ts';
import { principalOf } from '../support/agents.ts';
import { NO_CONTEXT } from '../support/surface-under-test.ts';
import { scopeTable } from './scope-table.ts';

const table = scopeTable();
const named = new Map(table.flatMap(({ scope, tools }) => tools.map((tool) => [tool, scope] as const)));
/** Tools that are not in the specification and need a scope. */
const UNDOING: Readonly<Record<string, Scope>> = { cancel_intent: 'intent' };
const context = { ...NO_CONTEXT, control: controlUnderTest().context };
const services = { context, logger: createLogger('silent') };
const answerOf = async (name: string, scopes: readonly Scope[] | undefined) => {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const caller = scopes && principalOf({ scopes });
  return (await callTool({ tool, raw: { no_such_argument: 1 }, caller }, services)).structuredContent;
};

describe("the specification's table of scopes", () => {
  test('has the scopes of the product, in its order and of its classes', () => {
    expect(table.map(({ scope }) => scope)).toEqual(SCOPES);
    for (const { scope, classes } of table) {
      expect(needsConfirmation([scope as Scope]), scope).toBe(classes.includes('browser-confirmed'));
      expect(EXECUTION_SCOPES.includes(scope as Scope), scope).toBe(classes.includes('execution'));
    }
    expect(named.size).toBeGreaterThan(90);
  });

  test.for(table)(
    'has every tool of $scope in the catalogue, under that scope and no other',
    ({ scope, tools }) => {
      const found = TOOLS.filter(({ name }) => tools.includes(name));

      expect(found.map(({ name }) => name).sort()).toEqual([...tools].sort());
      for (const tool of found) expect([tool.name, tool.scope]).toEqual([tool.name, scope]);
    },
  );

  test('gives every tool that it does not name the scope read, unless it undoes what another scope does', () => {
    const others = TOOLS.filter(({ name }) => !named.has(name));

    expect(others.length).toBeGreaterThan(10);
    for (const tool of others)
      expect([tool.name, tool.scope]).toEqual([tool.name, UNDOING[tool.name] ?? 'read']);
  });
});

describe('every tool with every scope', () => {
  test.for(TOOLS)('$name is refused to all credentials but those of its scope', async ({ name }) => {
    const needed = named.get(name) ?? UNDOING[name] ?? 'read';

    for (const scope of SCOPES) {
      const { code, detail, scope: named } = await answerOf(name, [scope]);
      if (scope === needed) expect([name, scope, code]).not.toEqual([name, scope, 'missing_scope']);
      else
        expect([name, scope, code, named, detail]).toEqual([
          name,
          scope,
          'missing_scope',
          needed,
          expect.stringMatching(`scope ${needed}\\.$`),
        ]);
    }
    const others = SCOPES.filter((scope) => scope !== needed);
    expect(await answerOf(name, others)).toMatchObject({
      code: 'missing_scope',
      remedy: expect.stringContaining('Pair again'),
    });
    expect(await answerOf(name, [])).toMatchObject({ code: 'missing_scope' });
    expect(await answerOf(name, SCOPES)).not.toMatchObject({ code: 'missing_scope' });
  });

  test('nothing but reads and quotes that change nothing is answered without a credential', async () => {
    for (const { name, scope, hints, owner } of TOOLS) {
      const reads = hints.readOnlyHint || name === 'start_pairing';
      const free = ['read', 'quote'].includes(scope) && reads && !owner;
      const { code } = await answerOf(name, undefined);
      expect([name, code === 'missing_scope']).toEqual([name, !free]);
    }
  });
});
