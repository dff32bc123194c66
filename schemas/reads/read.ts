import type { z } from 'zod';
import type { CamelCase } from '../letter-case.ts';
import type { Argument } from './argument.ts';

/** The public description of one read, by its `operationId`: every transport and the client use it. */
export interface ReadShape {
  /** Below the base path, with `{name}` for arguments and the trailing slash. Other arguments go in the query. */
  readonly path: string;
  readonly title: string;
  /** The first sentence describes the answer; some clients show only that. */
  readonly description: string;
  readonly arguments: Readonly<Record<string, Argument>>;
  readonly answer: z.ZodObject;
  /** The shape of the answer and its parts, by their names in the OpenAPI document. */
  readonly shapes: Readonly<Record<string, z.ZodType>>;
  /** What its example has besides the examples of the shape. */
  readonly example?: unknown;
  /** What the path names may not exist; the answer is then 404. */
  readonly missing?: true;
  /** The MCP tool with the same answer. */
  readonly tool?: string;
}

/** The values of arguments under their camel-case names, as use cases take them. */
export type ReadValues<Arguments extends ReadShape['arguments']> = {
  readonly [Name in keyof Arguments & string as CamelCase<Name>]: z.output<Arguments[Name]['json']>;
};

/** The arguments as a tool call carries them. */
export type ToolArguments<Arguments extends ReadShape['arguments']> = z.input<
  z.ZodObject<{ [Name in keyof Arguments]: Arguments[Name]['json'] }>
>;
