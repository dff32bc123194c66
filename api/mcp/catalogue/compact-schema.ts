import { z } from 'zod';
import { makePortable } from '../../../schemas/portable-json-schema.ts';
import { SIZES } from './fit.ts';
import type { ObjectSchema } from './json-schema.ts';

/** Schemas for lists: enough to make a call. The server checks calls against the full schemas, as in describe_tool. */

type Schema = Record<string, unknown>;

/** What a caller rarely needs, and an error explains. */
const LEFT_OUT = [
  ...['pattern', 'examples', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['propertyNames', 'additionalProperties'],
];

/** No caller means as much by accident. */
const FAR = 1_000_000_000;

/** @param worded what is said of an argument, of its full description */
export function compactInputSchema(input: z.ZodObject, worded: (text: string) => string): ObjectSchema {
  const override = ({ jsonSchema }: { jsonSchema: Schema }) => {
    makePortable(jsonSchema);
    for (const keyword of LEFT_OUT) delete jsonSchema[keyword];
    if (jsonSchema.minimum === 0 || jsonSchema.minimum === 1) delete jsonSchema.minimum;
    if (Number(jsonSchema.maximum) >= FAR) delete jsonSchema.maximum;
    if (jsonSchema.default === false) delete jsonSchema.default;
    if (typeof jsonSchema.description === 'string') jsonSchema.description = worded(jsonSchema.description);
    const types = typesOf(jsonSchema.anyOf);
    if (types === undefined) return;
    delete jsonSchema.anyOf;
    jsonSchema.type = types;
  };
  const { properties = {}, required } = z.toJSONSchema(input, { io: 'input', override });
  for (const size of SIZES) delete (properties[size] as Schema | undefined)?.default;
  return { type: 'object', properties, ...(required && required.length > 0 && { required }) };
}

/** The names of the members. None is required, so that a failed call conforms to it too. */
export function compactOutputSchema({ shape }: z.ZodObject): ObjectSchema {
  const members = Object.keys(shape).map((name) => [name, {}]);
  return { type: 'object', properties: Object.fromEntries(members) };
}

/** Alternatives that differ in nothing but their type. */
function typesOf(anyOf: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(anyOf)) return undefined;
  const plain = anyOf.every((one: Schema) => Object.keys(one).length === 1 && typeof one.type === 'string');
  return plain ? anyOf.map(({ type }: Schema) => type) : undefined;
}
