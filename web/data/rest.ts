import { z } from 'zod';
import { Failure, kindOf } from './failure.ts';
import { exchange, type HttpQuestion, read } from './http.ts';

const API = 'api/v1';
const refusal = z.object({
  detail: z.string(),
  code: z.string().optional(),
  logs: z.array(z.string()).optional(),
});

export interface RestQuestion<Shape extends z.ZodType> extends Omit<HttpQuestion, 'path'> {
  /** Below the base path of REST, such as `/keys/`. */
  readonly path: `/${string}`;
  /** The shape of the answer. */
  readonly shape: Shape;
}

/** Sends a REST request. Integers of the answer are `bigint`s unless the shape converts them. @throws Failure */
export async function askRest<Shape extends z.ZodType>({
  path,
  shape,
  ...question
}: RestQuestion<Shape>): Promise<z.output<Shape>> {
  const { ok, status, json } = await exchange({ ...question, path: `${API}${path}` });
  if (ok) return read(shape, json);
  throw refused(status, json);
}

/** A REST refusal, with its own message if it has one. */
export function refused(status: number, json: unknown): Failure {
  const said = refusal.safeParse(json);
  if (said.success) return new Failure({ kind: kindOf(status, said.data.code), status, ...said.data });
  return new Failure({ kind: kindOf(status), detail: `Launchlens answered with status ${status}.`, status });
}
