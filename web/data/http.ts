import { z } from 'zod';
import { parseExactJson } from '../../core/kernel/exact-json.ts';
import { Failure, kindOf } from './failure.ts';
import { hear } from './heard.ts';

/** The address of the API, however deep it is below its host: files of the pages are always one folder below it. */
const here = import.meta.url;

/** The address of the API, with its trailing slash. */
export const BASE = new URL('../', here);

/** An address of the API; `path` without a leading slash. */
export function at(path: string): URL {
  return new URL(path, BASE);
}

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

const LIMIT_MS = 30_000;

export interface HttpQuestion {
  readonly path: string;
  readonly body?: unknown;
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** A bearer token, if the request needs one. */
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for the whole answer. */
  readonly limitMs?: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly ok: boolean;
  /** Parsed with every integer as a `bigint`; undefined if the body is not JSON. */
  readonly json: unknown;
}

/** Sends a request to the API, with a time limit. @throws Failure if there is no answer */
export async function exchange(question: HttpQuestion): Promise<HttpAnswer> {
  const { path, body, method, token, signal, limitMs = LIMIT_MS } = question;
  const late = AbortSignal.timeout(limitMs);
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  try {
    const response = await fetch(at(path), {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, late]) : late,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
    const text = await response.text();
    hear();
    return { status: response.status, ok: response.ok, json: parsed(text) };
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted) {
      throw new Failure({ kind: 'slow', detail: 'Launchlens did not answer in time.' }, error);
    }
    throw new Failure({ kind: 'unreachable', detail: 'Launchlens cannot be reached.' }, error);
  }
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

/** Validates an answer. @throws Failure of kind `malformed` for anything else */
export function read<Shape extends z.ZodType>(shape: Shape, json: unknown): z.output<Shape> {
  const result = shape.safeParse(json);
  if (result.success) return result.data;
  const where = result.error.issues[0]?.path.join('.') ?? '';
  const detail = `Launchlens gave an answer that this page does not understand${where && ` (${where})`}.`;
  throw new Failure({ kind: 'malformed', detail }, result.error);
}
