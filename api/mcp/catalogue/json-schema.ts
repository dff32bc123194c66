import { z } from 'zod';
import { toolError } from '../../../schemas/mcp/tool-error.ts';
import { shortened } from './shorten.ts';

/** JSON Schema of an object, as a tool description carries it. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

export function inputSchema(input: z.ZodObject): ObjectSchema {
  return objectSchema(z.toJSONSchema(input, { io: 'input', override: ({ jsonSchema }) => tidy(jsonSchema) }));
}

/** Types and bounds alone: patterns and sentences are what makes a list long, and calls are checked here anyway. */
export function compactInputSchema(input: z.ZodObject): ObjectSchema {
  const compacted = ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
    tidy(jsonSchema);
    for (const keyword of ['description', 'pattern', 'examples', 'minLength', 'propertyNames'])
      delete jsonSchema[keyword];
  };
  return objectSchema(z.toJSONSchema(input, { io: 'input', override: compacted }));
}

/**
 * What a failed call conforms to: clients hold structured content against the schema of the output for those too, the
 * official one among them. The whole of it stands once in a list, as `ERROR_SCHEMA`.
 */
const FAILED = { type: 'object', required: ['code', 'detail', 'remedy'] };

/** The answer or the error. */
export function outputSchema(output: z.ZodObject): ObjectSchema {
  const { $defs, ...answer } = answerSchema(output);
  return objectSchema(shortened({ anyOf: [answer, FAILED], ...($defs && { $defs }) }));
}

/** The error of every tool. */
export const ERROR_SCHEMA: ObjectSchema = objectSchema(shortened(answerSchema(toolError)));

function answerSchema(output: z.ZodObject): Parameters<typeof shortened>[0] {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(output, {
    unrepresentable: 'any',
    reused: 'ref',
    override: ({ jsonSchema }) => {
      tidy(jsonSchema);
      // Answers may gain members; a client that follows the schema must not break then.
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

/** The greatest safe double is how a number is checked here, not a rule that a client should know. */
function tidy(schema: { minimum?: unknown; maximum?: unknown; pattern?: unknown }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  // Classes of Unicode are read by few who check schemas, and are long; a call is checked here anyway.
  if (typeof schema.pattern === 'string' && schema.pattern.includes('\\p{')) delete schema.pattern;
}

function objectSchema({ $schema: _dialect, ...schema }: Record<string, unknown>): ObjectSchema {
  return { ...schema, type: 'object' };
}
