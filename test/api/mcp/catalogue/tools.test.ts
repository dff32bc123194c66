import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, test } from 'vitest';
import {
  describeCompactly,
  describeTool,
  LIST_META,
  outlineOf,
} from '../../../../api/mcp/catalogue/describe.ts';
import { ERROR_SCHEMA } from '../../../../api/mcp/catalogue/json-schema.ts';
import { TOOLS } from '../../../../api/mcp/tools/all.ts';
import { define } from '../../../../core/kernel/errors/definition.ts';
import { ERRORS } from '../../../../core/kernel/errors/error.ts';

const described = TOOLS.map(describeTool);
const serving = TOOLS.map((tool) => {
  const { outputSchema = { type: 'object' }, ...description } = describeTool(tool);
  return { ...description, outputSchema, tool };
});

describe('the tool catalogue', () => {
  test('names each tool once, as clients may spell it', () => {
    const names = described.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z_]{2,63}$/);
  });

  test.for(described)('tells everything about $name that a client decides by', (tool) => {
    expect(tool.title.length).toBeGreaterThan(0);
    expect(tool.description).toMatch(/^[A-Z].{40,}\.$/);
    // A client takes a tool that leaves these out for a destructive one.
    expect(tool.annotations).toEqual({
      title: tool.title,
      readOnlyHint: expect.any(Boolean),
      destructiveHint: expect.any(Boolean),
      idempotentHint: expect.any(Boolean),
      openWorldHint: expect.any(Boolean),
    });
    const { readOnlyHint, destructiveHint, idempotentHint } = tool.annotations;
    if (readOnlyHint)
      expect({ destructiveHint, idempotentHint }).toEqual({ destructiveHint: false, idempotentHint: true });
    expect(tool.inputSchema).toMatchObject({ type: 'object' });
    expect(tool._meta).toEqual({
      'launchlens/scope': expect.any(String),
      'launchlens/toolset': expect.any(String),
    });
  });

  test('calls nothing read-only that is more than a read, a quote or a status', () => {
    const changing = TOOLS.filter(({ hints }) => !hints.readOnlyHint);

    expect(changing.filter(({ scope }) => scope === 'read').map(({ name }) => name)).toEqual([
      'kill_wallet',
      'pause_wallet',
    ]);
    const reading = TOOLS.filter(({ hints }) => hints.readOnlyHint);
    expect([...new Set(reading.map(({ scope }) => scope))]).toEqual([
      'read',
      'quote',
      'intent',
      'wallet_admin',
    ]);
    const asking = reading.filter(({ scope }) => scope === 'wallet_admin').map(({ name }) => name);
    expect(asking.filter((name) => !name.startsWith('poll_'))).toEqual(['reconcile_turnkey_policy']);
  });

  test.for(serving)('lets $name take arguments that are all explained, and no others', ({ inputSchema }) => {
    expect(inputSchema).toMatchObject({ additionalProperties: false });
    for (const [name, schema] of Object.entries(inputSchema.properties as object)) {
      expect(schema, name).toHaveProperty('description');
    }
  });

  test.for(serving)('gives $name schemas that a client can compile, as plain JSON', (tool) => {
    const validators = new AjvJsonSchemaValidator();
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
      expect(validators.getValidator(schema)('nonsense').valid).toBe(false);
    }
  });

  test.for(serving)(
    'lets a failed call of $name conform to its output schema, since clients check that too',
    (tool) => {
      const conforms = new AjvJsonSchemaValidator().getValidator(tool.outputSchema);

      expect(conforms({ code: 'launch_not_found', detail: 'No.', remedy: 'Ask.' }).valid).toBe(true);
      expect(conforms({ code: 'launch_not_found' }).valid).toBe(false);
      expect(conforms({}).valid).toBe(false);
    },
  );

  test('tells what a failed call says once for all tools, and holds it to every member', () => {
    const conforms = new AjvJsonSchemaValidator().getValidator(ERROR_SCHEMA);
    const told = { code: 'missing_scope', detail: 'No.', remedy: 'Ask.', scope: 'trade' };

    expect(LIST_META).toEqual({ 'launchlens/error': ERROR_SCHEMA });
    expect(conforms(told)).toMatchObject({ valid: true });
    const { scope: _scope, ...plain } = told;
    expect(conforms(plain)).toMatchObject({ valid: true });
    const wrong = [{ code: 'No Name' }, { scope: 'everything' }, { detail: 5 }, { remedy: undefined }];
    for (const part of wrong) expect(conforms({ ...told, ...part }).valid).toBe(false);
  });

  test('says what to do about each failure that a tool declares, in words that are for its caller', () => {
    const general = [true, false].map((retryable) => define(() => '', { retryable }).remedy);
    for (const code of new Set(TOOLS.flatMap(({ failures }) => failures))) {
      const { audience, remedy } = ERRORS[code];
      expect([code, audience, general.includes(remedy)]).toEqual([code, 'clients', false]);
    }
  });

  test('shows an outline only of what the whole answer has', () => {
    const outlined = TOOLS.flatMap(({ name, serving: { output, outline = outlineOf(output) } }) =>
      outline ? [{ name, output, outline }] : [],
    );
    expect(outlined.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['pledge_to_ilo', 'set_wallet_policy', 'strategy_dca_create']),
    );
    for (const { name, output, outline } of outlined) {
      expect(Object.keys(output.shape), name).toEqual(expect.arrayContaining(Object.keys(outline.shape)));
    }
  });

  test('keeps the list small enough for a context window', () => {
    const bytes = JSON.stringify(serving.map(({ tool }) => describeTool(tool))).length;

    expect(bytes / serving.length).toBeLessThan(2_700);
    const read = described.map(({ outputSchema: _output, ...tool }) => tool);
    expect(JSON.stringify(read).length / read.length).toBeLessThan(1200);
  });

  test('is told in far fewer words where room is little', () => {
    const compact = TOOLS.map(describeCompactly);

    for (const tool of compact) {
      expect(tool).not.toHaveProperty('outputSchema');
      expect(JSON.stringify(tool).length).toBeLessThan(1000);
      expect(tool.inputSchema).toMatchObject({ type: 'object' });
    }
    expect(JSON.stringify(compact).length).toBeLessThan(JSON.stringify(described).length / 2);
  });
});
