import { z } from 'zod';
import { Failure, kindOf } from './failure.ts';
import { exchange, read } from './http.ts';

/** A document, which follows from the shape of its answer. A test checks it against the schema. */
export interface Question<Variables, Shape extends z.ZodType> {
  readonly text: string;
  readonly shape: Shape;
  /** Types only: what the document declares. */
  readonly variables?: Variables;
}

/** @example const HEAD = question<{ launchId: string }>()('query($launchId: BigUint!)', z.object({ … })) */
export function question<Variables = Record<string, never>>() {
  return <Shape extends z.ZodType>(operation: string, shape: Shape): Question<Variables, Shape> => ({
    text: `${operation}${selection(shape)}`,
    shape,
  });
}

const ARGUMENTS = z.registry<{ readonly given: string }>();

/** A field that takes arguments, such as `(first: 20)`. */
export function field<Shape extends z.ZodType>(given: string, shape: Shape): Shape {
  const called = shape.clone();
  ARGUMENTS.add(called, { given });
  return called;
}

/** Selects exactly what the shape parses: nothing is asked for twice or in vain. */
function selection(shape: unknown): string {
  if (shape instanceof z.ZodNullable) return selection(shape.unwrap());
  if (shape instanceof z.ZodArray) return selection(shape.element);
  if (!(shape instanceof z.ZodObject)) return '';
  const given = ARGUMENTS.get(shape)?.given ?? '';
  const fields = Object.entries(shape.shape).map(([name, below]) => `${name}${selection(below)}`);
  return `${given} { ${fields.join(' ')} }`;
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

/** The answer, and fields that failed separately: those are null, the rest is valid. */
export interface Answered<Data> {
  readonly data: Data;
  readonly failed: readonly Failure[];
}

/** Sends a GraphQL request. @throws Failure if it or a whole root field was refused */
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

/** Readers use other words for slots than the API's arguments. */
const SLOT_ARGUMENT = /^asOfSlot (?=[0-9])/;

function failureFrom({ message, extensions }: Problem, status: number): Failure {
  const code = extensions?.code;
  const detail = message.replace(SLOT_ARGUMENT, 'Slot ');
  return new Failure({ kind: kindOf(Math.max(status, 400), code), detail, code, status });
}
