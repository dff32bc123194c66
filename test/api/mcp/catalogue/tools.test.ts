import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, test } from 'vitest';
import { describeTool, fullDescription, LIST_META } from '../../../../api/mcp/catalogue/describe.ts';
import { ERROR_SCHEMA } from '../../../../api/mcp/catalogue/json-schema.ts';
import { TOOLS } from '../../../../api/mcp/tools/all.ts';
import { define, type ErrorDefinition } from '../../../../core/kernel/errors/definition.ts';
import { ERRORS } from '../../../../core/kernel/errors/error.ts';
import { needsConfirmation } from '../../../../core/rules/scopes.ts';

const described = TOOLS.map((tool) => ({ ...fullDescription(tool), listed: describeTool(tool) }));

/** Making one takes longer than most of what it is asked. */
const validators = new AjvJsonSchemaValidator();

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
      readOnlyHint: expect.any(Boolean),
      destructiveHint: expect.any(Boolean),
      idempotentHint: expect.any(Boolean),
      openWorldHint: expect.any(Boolean),
    });
    const { readOnlyHint, destructiveHint, idempotentHint } = tool.annotations;
    if (readOnlyHint)
      expect({ destructiveHint, idempotentHint }).toEqual({ destructiveHint: false, idempotentHint: true });
    expect(tool.input_schema).toMatchObject({ type: 'object' });
    const assumed = {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    };
    const shown = { ...assumed, ...tool.listed.annotations };
    const { annotations: meant } = tool;
    expect([shown.readOnlyHint, shown.openWorldHint]).toEqual([meant.readOnlyHint, meant.openWorldHint]);
    if (!readOnlyHint) expect(shown).toEqual(meant);
  });

  test('says of what nothing acts by that it is a record, before anything else, and in every answer', () => {
    const records = TOOLS.filter(({ serving }) => 'enforced' in serving.output.shape);
    const unenforced = /session_signer|agnta|turnkey|charter/;
    expect(records.map(({ name }) => name)).toEqual(
      TOOLS.map(({ name }) => name).filter((name) => unenforced.test(name)),
    );
    for (const { description } of records) expect(description).toMatch(/^Records only\. /);
  });

  test('calls nothing read-only that is more than a read, a quote or a status', () => {
    const changing = TOOLS.filter(({ hints }) => !hints.readOnlyHint);

    expect(changing.filter(({ scope }) => scope === 'read').map(({ name }) => name)).toEqual([
      'start_pairing',
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

  test.for(described)('lets $name take arguments that are all explained, and no others', (tool) => {
    expect(tool.input_schema).toMatchObject({ additionalProperties: false });
    for (const [name, schema] of Object.entries(tool.input_schema.properties as object)) {
      expect(schema, name).toHaveProperty('description');
    }
  });

  test.for(described)('gives $name schemas that a client can compile, as plain JSON', (tool) => {
    const { inputSchema, outputSchema = {} } = tool.listed;
    for (const schema of [inputSchema, outputSchema, tool.input_schema, tool.output_schema]) {
      expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
      expect(validators.getValidator(schema)('nonsense').valid).toBe(false);
    }
  });

  test.for(described)(
    'lists $name with the names of all arguments and of all members of its answer',
    ({ listed, input_schema: input, output_schema: output }) => {
      const namesOf = (schema: object = {}) =>
        Object.keys((schema as { properties?: object }).properties ?? {});

      expect(namesOf(listed.inputSchema)).toEqual(namesOf(input));
      expect(listed.inputSchema.required ?? []).toEqual(input.required ?? []);
      expect(namesOf(listed.outputSchema)).toEqual(namesOf(output));
      // Clients hold failed calls against it too.
      const conforms = validators.getValidator(listed.outputSchema ?? {});
      expect(conforms({ code: 'launch_not_found', detail: 'No.', remedy: 'Ask.' }).valid).toBe(true);
    },
  );

  test('tells what a failed call says once for all tools, and holds it to every member', () => {
    const conforms = validators.getValidator(ERROR_SCHEMA);
    const told = { code: 'missing_scope', detail: 'No.', remedy: 'Ask.', scope: 'trade' };

    expect(LIST_META).toEqual({ 'launchlens/error': ERROR_SCHEMA });
    expect(conforms(told)).toMatchObject({ valid: true });
    const { scope: _scope, ...plain } = told;
    expect(conforms(plain)).toMatchObject({ valid: true });
    const wrong = [{ code: 'No Name' }, { scope: 'everything' }, { detail: 5 }, { remedy: undefined }];
    for (const part of wrong) expect(conforms({ ...told, ...part }).valid).toBe(false);
  });

  test('says nothing to do that needs a scope which only an owner confirms, without another way', () => {
    const needs = (text: string) =>
      TOOLS.filter(({ name, scope }) => needsConfirmation([scope]) && new RegExp(`\\b${name}\\b`).test(text));
    for (const [code, definition] of Object.entries(ERRORS)) {
      const { audience, remedy, remedyWithout }: ErrorDefinition<never> = definition;
      const scopes = new Set(audience === 'clients' ? needs(remedy).map(({ scope }) => scope) : []);
      expect([code, ...scopes]).toEqual([code, ...(remedyWithout ? [remedyWithout.scope] : [])]);
      expect([code, needs(remedyWithout?.remedy ?? '')]).toEqual([code, []]);
    }
  });

  test('says what to do about each failure that a tool declares, in words that are for its caller', () => {
    const general = [true, false].map((retryable) => define(() => '', { retryable }).remedy);
    for (const code of new Set(TOOLS.flatMap(({ failures }) => failures))) {
      const { audience, remedy } = ERRORS[code];
      expect([code, audience, general.includes(remedy)]).toEqual([code, 'clients', false]);
    }
  });
});
