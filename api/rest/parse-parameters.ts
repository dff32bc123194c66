import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Parameters, Route } from './route.ts';

type Declared = Pick<Route, 'pathParameters' | 'queryParameters'>;

type Raw = Readonly<Record<string, unknown>>;

/**
 * The values of a request's parameters.
 * @throws PARAMETER_UNKNOWN, PARAMETER_MALFORMED
 */
export function parseParameters(route: Declared, path: Raw, query: Raw): Record<string, unknown> {
  const known = Object.keys(route.queryParameters);
  for (const name of Object.keys(query)) {
    if (!known.includes(name)) throw new LaunchlensError('PARAMETER_UNKNOWN', { name: shown(name), known });
  }
  return { ...parseAll(route.pathParameters, path), ...parseAll(route.queryParameters, query) };
}

function parseAll(parameters: Parameters, raw: Raw): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { parse, expected }]) => {
      const parsed = parse.safeParse(raw[name]);
      if (!parsed.success) throw new LaunchlensError('PARAMETER_MALFORMED', { name, expected });
      return [name, parsed.data];
    }),
  );
}

function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}
