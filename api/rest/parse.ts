import type { ZodType } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { wrongValue } from '../../core/kernel/wrong-value.ts';
import type { Parameters, Raw, Route } from './route.ts';

type Declared = Pick<Route, 'pathParameters' | 'queryParameters'>;

/**
 * The values of a request's path and query.
 * @throws PARAMETER_UNKNOWN, PARAMETER_MALFORMED
 */
export function parseParameters(
  { pathParameters = {}, queryParameters = {} }: Declared,
  params: unknown,
  query: unknown,
): { readonly path: Raw; readonly query: Raw } {
  const known = Object.keys(queryParameters);
  for (const name of Object.keys(query as Raw)) {
    if (!known.includes(name)) throw new LaunchlensError('PARAMETER_UNKNOWN', { name: shown(name), known });
  }
  return {
    path: parseAll(pathParameters, params as Raw),
    query: parseAll(queryParameters, query as Raw),
  };
}

/** @throws PARAMETER_MALFORMED in the sentence that a body or a tool's argument gets too */
export function parseAll(parameters: Parameters, raw: Raw): Raw {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { parse }]) => {
      const parsed = parse.safeParse(raw[name]);
      if (parsed.success) return [name, parsed.data];
      throw new LaunchlensError('PARAMETER_MALFORMED', { ...wrongValue(parsed.error), name });
    }),
  );
}

/** The value of a request's JSON body. @throws BODY_MALFORMED, PARAMETER_MALFORMED naming the member */
export function parseBody<Body>(shape: ZodType<Body>, body: unknown): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new LaunchlensError('BODY_MALFORMED', { expected: 'a JSON object' });
  }
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const { name, expected } = wrongValue(parsed.error);
  throw new LaunchlensError('PARAMETER_MALFORMED', { name: name || 'The request body', expected });
}

function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}
