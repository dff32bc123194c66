import { z } from 'zod';
import { snakeCase } from '../../schemas/letter-case.ts';

type Columns = Readonly<Record<string, z.ZodType<unknown, string | null>>>;

type Field<Column> = null extends Column ? Exclude<Column, null> | undefined : Column;

/** What the columns of a row are parsed to: `createdAt` is read from `created_at`, and NULL is undefined. */
export type Fields<Shape extends Columns> = { readonly [Name in keyof Shape]: Field<z.output<Shape[Name]>> };

/** Columns of a table, declared once: for the statement that reads them, and for parsing and typing its rows. */
export function record<Shape extends Columns>(shape: Shape) {
  const fields = Object.entries(shape).map(([field, column]) => ({ field, name: snakeCase(field), column }));
  const row = z
    .object(Object.fromEntries(fields.map(({ name, column }) => [name, column])))
    .transform(
      (found) =>
        Object.fromEntries(
          fields.map(({ field, name }) => [field, found[name] ?? undefined]),
        ) as Fields<Shape>,
    );
  /** For a statement: `id, created_at`. */
  const columns = fields.map(({ name }) => name).join(', ');
  return { shape, columns, row };
}
