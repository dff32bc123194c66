import { z } from 'zod';
import { snakeCase } from '../../schemas/letter-case.ts';

/** A column, under its own name in camel case; or the name that the query gives it, and the column. */
type Column = z.ZodType | readonly [alias: string, column: z.ZodType];
type Columns = Readonly<Record<string, Column>>;

type Value<Of> = Of extends readonly [string, infer Given extends z.ZodType]
  ? Value<Given>
  : Of extends z.ZodType<infer Parsed>
    ? null extends Parsed
      ? Exclude<Parsed, null> | undefined
      : Parsed
    : never;

/** Parses a row of a query to facts: `launchId` is read from `launch_id`, and NULL is undefined. */
export function rowOf<const Shape extends Columns>(
  shape: Shape,
): z.ZodType<{ readonly [Name in keyof Shape]: Value<Shape[Name]> }> {
  const columns = Object.entries(shape).map(([name, column]) =>
    column instanceof z.ZodType
      ? { name, alias: snakeCase(name), column }
      : { name, alias: column[0], column: column[1] },
  );
  return z
    .object(Object.fromEntries(columns.map(({ alias, column }) => [alias, column])))
    .transform((row) => {
      const facts = columns.map(({ name, alias }) => [name, row[alias] ?? undefined]);
      return Object.fromEntries(facts) as { readonly [Name in keyof Shape]: Value<Shape[Name]> };
    });
}
