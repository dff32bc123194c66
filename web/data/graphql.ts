import { z } from 'zod';
import { Failure, kindOf } from './failure.ts';
import { exchange, read } from './http.ts';

/** A document, and what its answer has to be. A test holds the document to the schema. */
export interface Question<Variables, Shape extends z.ZodType> {
  readonly text: string;
  readonly shape: Shape;
  /** Only in types: what the document declares. */
  readonly variables?: Variables;
}

/** @example const HEAD = question<{ launchId: string }>()('query($launchId: BigUint!) { … }', z.object({ … })) */
export function question<Variables>() {
  return <Shape extends z.ZodType>(text: string, shape: Shape): Question<Variables, Shape> => ({
    text,
    shape,
  });
}

const problem = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.bigint()])).optional(),
  extensions: z.object({ code: z.string().optional() }).optional(),
});
type Problem = z.output<typeof problem>;
const envelope = z.object({ data: z.unknown().optional(), errors: z.array(problem).optional() });

export interface Asking {
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What was answered, and what failed of it on its own: those fields are null, and the rest stands. */
export interface Answered<Data> {
  readonly data: Data;
  readonly failed: readonly Failure[];
}

/** Asks GraphQL. @throws Failure where nothing, or a whole root field, was refused */
export async function ask<Variables, Shape extends z.ZodType>(
  { text, shape }: Question<Variables, Shape>,
  variables: Variables,
  { token, signal }: Asking = {},
): Promise<Answered<z.output<Shape>>> {
  const body = { query: text, variables };
  const { status, json } = await exchange({ path: 'graphql', body, token, signal });
  const { data, errors = [] } = read(envelope, json ?? {});
  const fatal = errors.find(({ path }) => path === undefined || path.length <= 1);
  if (fatal !== undefined) throw failureFrom(fatal, status);
  if (data === undefined || data === null) {
    const detail = `Launchlens answered with status ${status}.`;
    throw new Failure({ kind: kindOf(status), detail, status });
  }
  return { data: read(shape, data), failed: errors.map((error) => failureFrom(error, status)) };
}

/** What a question calls its slot is not what a reader calls it. */
const SLOT_ARGUMENT = /^asOfSlot (?=[0-9])/;

function failureFrom({ message, extensions }: Problem, status: number): Failure {
  const code = extensions?.code;
  const detail = message.replace(SLOT_ARGUMENT, 'Slot ');
  return new Failure({ kind: kindOf(Math.max(status, 400), code), detail, code, status });
}
