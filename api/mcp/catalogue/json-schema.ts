import { z } from 'zod';
import { toolError } from '../../../schemas/mcp/tool-error.ts';

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
    for (const keyword of ['description', 'pattern', 'examples']) delete jsonSchema[keyword];
  };
  return objectSchema(z.toJSONSchema(input, { io: 'input', override: compacted }));
}

/**
 * The answer or the error: clients hold structured content against this schema for failed calls too, the official
 * one among them.
 */
export function outputSchema(output: z.ZodObject): ObjectSchema {
  const schema = z.toJSONSchema(z.union([output, toolError]), {
    unrepresentable: 'any',
    reused: 'ref',
    override: ({ jsonSchema }) => {
      tidy(jsonSchema);
      // Answers may gain members; a client that follows the schema must not break then.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      delete jsonSchema.examples;
    },
  });
  return objectSchema(schema);
}

/** The greatest safe double is how a number is checked here, not a rule that a client should know. */
function tidy(schema: { minimum?: unknown; maximum?: unknown }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

function objectSchema({ $schema: _dialect, ...schema }: Record<string, unknown>): ObjectSchema {
  return { ...schema, type: 'object' };
}
