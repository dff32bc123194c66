import type { z } from 'zod';

/** One parameter of a path, query or header. A request gives text; `parse` converts it to a value. */
export interface Parameter<Value> {
  readonly description: string;
  /** Completes the sentence "<name> must be …". */
  readonly expected: string;
  /** The shape that the OpenAPI document shows. */
  readonly documented: z.ZodType;
  readonly parse: z.ZodType<Value>;
}
