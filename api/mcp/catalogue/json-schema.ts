import { z } from 'zod';
import { toolError } from '../../../schemas/mcp/answers.ts';
import { makePortable } from '../../../schemas/portable-json-schema.ts';
import { shortened } from './shorten.ts';

/** JSON Schema of an object, in the form for a tool description. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

export function inputSchema(input: z.ZodObject): ObjectSchema {
  return objectSchema(
    z.toJSONSchema(input, { io: 'input', override: ({ jsonSchema }) => makePortable(jsonSchema) }),
  );
}

/** Only types and ranges: patterns and descriptions make a list long, and calls are validated here anyway. */
export function compactInputSchema(input: z.ZodObject): ObjectSchema {
  const compacted = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    makePortable(jsonSchema);
    for (const keyword of ['description', 'pattern', 'examples', 'minLength', 'propertyNames'])
      delete jsonSchema[keyword];
  };
  return objectSchema(z.toJSONSchema(input, { io: 'input', override: compacted }));
}

/**
 * The shape of a failed call: some clients, including the official one, validate it against the output schema too. A
 * list has the full schema once, as `ERROR_SCHEMA`.
 */
const FAILED = { type: 'object', required: ['code', 'detail', 'remedy'] };

export function outputSchema(output: z.ZodObject): ObjectSchema {
  const { $defs, ...answer } = answerSchema(output);
  return objectSchema(shortened({ anyOf: [answer, FAILED], ...($defs && { $defs }) }));
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
