import { z } from 'zod';
import { makePortable, makeRequestPortable } from '../../../schemas/portable-json-schema.ts';
import { components } from '../../../schemas/rest/components.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export function schemaReference(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/**
 * The named shapes of all answers, and of the bodies of requests.
 *
 * @param bodies Names of the latter, whose unknown members are refused
 */
export function componentSchemas(bodies: ReadonlySet<string>): Record<string, JsonSchema> {
  const answers = schemasOf('output', (schema) => {
    // Answers may gain members, which must not break clients that use the document.
    if (schema.additionalProperties === false) delete schema.additionalProperties;
    makePortable(schema);
  });
  const requests = schemasOf('input', makeRequestPortable);
  return Object.fromEntries(
    Object.entries(answers).map(([id, schema]) => [
      id,
      withoutIdentity(bodies.has(id) ? (requests[id] ?? schema) : schema),
    ]),
  );
}

function schemasOf(io: 'input' | 'output', change: (schema: Record<string, unknown>) => void) {
  const { schemas } = z.toJSONSchema(components, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      change(jsonSchema);
      addFormat(jsonSchema);
    },
  });
  return schemas;
}

/** The shape of one parameter. */
export function parameterSchema(documented: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(documented, {
    io: 'input',
    override: ({ jsonSchema }) => {
      makeRequestPortable(jsonSchema);
      addFormat(jsonSchema);
    },
  });
  return withoutIdentity(schema);
}

const LARGEST_INT32 = 2 ** 31 - 1;

/** Without a format, clients generated for languages with several integer types each choose their own. */
function addFormat(schema: Record<string, unknown>): void {
  if (schema.type !== 'integer' || schema.const !== undefined) return;
  schema.format = Number(schema.maximum ?? Infinity) > LARGEST_INT32 ? 'int64' : 'int32';
}

function withoutIdentity({ $schema, $id, ...schema }: Record<string, unknown>): JsonSchema {
  return schema;
}
