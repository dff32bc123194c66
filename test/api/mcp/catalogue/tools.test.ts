import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, test } from 'vitest';
import { describeTool } from '../../../../api/mcp/catalogue/describe.ts';
import { TOOLS } from '../../../../api/mcp/tools/all.ts';

const described = TOOLS.map(describeTool);

describe('the tool catalogue', () => {
  test('names each tool once, as clients may spell it', () => {
    const names = described.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][a-z_]{2,63}$/);
  });

  test.for(described)('tells everything about $name that a client decides by', (tool) => {
    expect(tool.title.length).toBeGreaterThan(0);
    expect(tool.description.length).toBeGreaterThan(40);
    // A client takes a tool that leaves these out for a destructive one.
    expect(tool.annotations).toEqual({
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: expect.any(Boolean),
    });
    expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    for (const [name, schema] of Object.entries(tool.inputSchema.properties as object)) {
      expect(schema, name).toHaveProperty('description');
    }
  });

  test.for(described)('gives $name schemas that a client can compile, as plain JSON', (tool) => {
    const validators = new AjvJsonSchemaValidator();
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
      expect(validators.getValidator(schema)('nonsense').valid).toBe(false);
    }
  });

  test.for(described)(
    'lets a failed call of $name conform to its output schema, since clients check that too',
    (tool) => {
      const conforms = new AjvJsonSchemaValidator().getValidator(tool.outputSchema);

      expect(conforms({ code: 'launch_not_found', detail: 'No.', remedy: 'Ask.' }).valid).toBe(true);
      expect(conforms({ code: 'launch_not_found' }).valid).toBe(false);
      expect(conforms({}).valid).toBe(false);
    },
  );

  test('keeps the list small enough for a context window', () => {
    const bytes = JSON.stringify(described).length;

    expect(bytes / described.length).toBeLessThan(10_000);
    const read = described.map(({ outputSchema: _output, ...tool }) => tool);
    expect(JSON.stringify(read).length / read.length).toBeLessThan(2500);
  });
});
