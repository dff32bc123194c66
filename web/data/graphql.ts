import { z } from 'zod';
import { Failure, kindOf } from './failure.ts';
import { exchange, read } from './http.ts';

/** A document, and the shape of its answer. A test checks the document against the schema. */
export interface Question<Variables, Shape extends z.ZodType> {
  readonly text: string;
  readonly shape: Shape;
  /** Types only: what the document declares. */
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
