import type { z } from 'zod';
import { parseExactJson } from '../../core/kernel/exact-json.ts';
import { at } from './base.ts';
import { Failure } from './failure.ts';

const LIMIT_MS = 30_000;

export interface HttpQuestion {
  readonly path: string;
  readonly body?: unknown;
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** A bearer token, if the request needs one. */
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly ok: boolean;
  /** Parsed with every integer as a `bigint`; undefined if the body is not JSON. */
  readonly json: unknown;
}

/** Sends a request to the API, with a time limit. @throws Failure if there is no answer */
export async function exchange({ path, body, method, token, signal }: HttpQuestion): Promise<HttpAnswer> {
  const late = AbortSignal.timeout(LIMIT_MS);
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
    return { status: response.status, ok: response.ok, json: parsed(await response.text()) };
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
