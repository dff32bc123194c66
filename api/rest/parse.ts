import type { ZodType } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { WrongValue } from '../../core/kernel/errors/wrong-values.ts';
import { named, unknownNames, wrongValues } from '../../core/kernel/wrong-value.ts';
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
  const unknown = Object.keys(query as Raw).filter((name) => !known.includes(name));
  const [inPath, inQuery] = [parsed(pathParameters, params as Raw), parsed(queryParameters, query as Raw)];
  const wrong = [...inPath.wrong, ...inQuery.wrong];
  if (unknown.length > 0) {
    throw new LaunchlensError('PARAMETER_UNKNOWN', { ...unknownNames(unknown, wrong), known });
  }
  requireNone(wrong);
  return { path: inPath.values, query: inQuery.values };
}

/** @throws PARAMETER_MALFORMED in the sentences that a body or a tool's arguments get too */
export function parseAll(parameters: Parameters, raw: Raw): Raw {
  const { values, wrong } = parsed(parameters, raw);
  requireNone(wrong);
  return values;
}

function parsed(parameters: Parameters, raw: Raw) {
  const wrong: WrongValue[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { parse }] of Object.entries(parameters)) {
    const { success, data, error } = parse.safeParse(raw[name]);
    if (success) values[name] = data;
    else wrong.push({ name, expected: wrongValues(error).expected });
  }
  return { values, wrong };
}

/** @throws PARAMETER_MALFORMED */
function requireNone(wrong: readonly WrongValue[]): void {
  if (wrong.length > 0) throw new LaunchlensError('PARAMETER_MALFORMED', named(wrong));
}

/** The value of a request's JSON body. @throws BODY_MALFORMED, PARAMETER_MALFORMED naming the members */
export function parseBody<Body>(shape: ZodType<Body>, body: unknown): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new LaunchlensError('BODY_MALFORMED', { expected: 'a JSON object' });
  }
  const { success, data, error } = shape.safeParse(body);
  if (success) return data;
  const { name, ...wrong } = wrongValues(error);
  throw new LaunchlensError('PARAMETER_MALFORMED', { name: name || 'The request body', ...wrong });
}
