import { z } from 'zod';
import { toolError } from '../../../schemas/mcp/answers.ts';
import { makePortable } from '../../../schemas/portable-json-schema.ts';
import { shortened } from './shorten.ts';

/** JSON Schema of an object, as MCP demands of arguments and answers. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

export function inputSchema(input: z.ZodObject): ObjectSchema {
  return objectSchema(
    z.toJSONSchema(input, { io: 'input', override: ({ jsonSchema }) => makePortable(jsonSchema) }),
  );
}

export function outputSchema(output: z.ZodObject): ObjectSchema {
  return objectSchema(shortened(answerSchema(output)));
}

export const ERROR_SCHEMA: ObjectSchema = objectSchema(shortened(answerSchema(toolError)));

function answerSchema(output: z.ZodObject): Parameters<typeof shortened>[0] {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(output, {
    unrepresentable: 'any',
    reused: 'ref',
    override: ({ jsonSchema }) => {
      makePortable(jsonSchema);
      // Answers may gain members, which must not break clients that use the schema.
      if (!isSchemaOfMembers(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
      if (isEmpty(jsonSchema.properties)) delete jsonSchema.properties;
      delete jsonSchema.examples;
    },
  });
  return JSON.parse(JSON.stringify(schema)) as Parameters<typeof shortened>[0];
}

function isSchemaOfMembers(additional: unknown): boolean {
  return typeof additional === 'object' && !isEmpty(additional);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function objectSchema({ $schema: _dialect, ...schema }: Record<string, unknown>): ObjectSchema {
  return { ...schema, type: 'object' };
}
