import { z } from 'zod';
import { makePortable } from '../../../schemas/portable-json-schema.ts';
import { components } from '../../../schemas/rest/components.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export function schemaReference(name: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** The named shapes of all answers. */
export function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(components, {
    uri: (id) => `#/components/schemas/${id}`,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Answers may gain members, which must not break clients that use the document.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      completeNumber(jsonSchema);
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)]));
}

/** The shape of one parameter. */
export function parameterSchema(documented: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(documented, {
    io: 'input',
    override: ({ jsonSchema }) => completeNumber(jsonSchema),
  });
  return withoutIdentity(schema);
}

const LARGEST_INT32 = 2 ** 31 - 1;

/** Without a format, clients generated for languages with several integer types take 32 bits. */
function completeNumber(schema: Record<string, unknown>): void {
  makePortable(schema);
  const isLarge = schema.maximum === undefined || Number(schema.maximum) > LARGEST_INT32;
  if (schema.type === 'integer' && isLarge) schema.format = 'int64';
}

function withoutIdentity({ $schema, $id, ...schema }: Record<string, unknown>): JsonSchema {
  return schema;
}
