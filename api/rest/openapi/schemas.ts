import { z } from 'zod';
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
      dropDoubleBounds(jsonSchema);
    },
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)]));
}

/** The shape of one parameter. */
export function parameterSchema(documented: z.ZodType): JsonSchema {
  const schema = z.toJSONSchema(documented, {
    io: 'input',
    override: ({ jsonSchema }) => dropDoubleBounds(jsonSchema),
  });
  return withoutIdentity(schema);
}

/** The greatest safe double is how a number is validated here, not a rule for clients. */
function dropDoubleBounds(schema: { minimum?: unknown; maximum?: unknown }): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}

function withoutIdentity({ $schema, $id, ...schema }: Record<string, unknown>): JsonSchema {
  return schema;
}
