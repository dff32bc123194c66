import type { ComponentName } from '../../schemas/rest/components.ts';
import type { Parameter } from '../../schemas/rest/parameters.ts';
import type { Answered, MirrorContext } from '../actions/context.ts';

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
export type Values<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value> ? Value : never;
};

/** One read of the launch mirror, declared: what it takes, what it answers, which action answers it. */
export interface RouteDeclaration<Path extends Parameters, Query extends Parameters> {
  /** Below the base path, with `{name}` for path parameters and the trailing slash. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly pathParameters: Path;
  readonly queryParameters: Query;
  readonly answer: ComponentName;
  readonly example: unknown;
  /** Statuses of errors that this read can answer with. */
  readonly errors: readonly number[];
  /** The answer may change while the index stands still, so it is never kept. */
  readonly fleeting?: true;
  readonly handle: (
    context: MirrorContext,
    values: Values<Path> & Values<Query>,
  ) => Promise<Answered<unknown>>;
}

export type Route = Omit<RouteDeclaration<Parameters, Parameters>, 'handle'> & {
  readonly handle: (
    context: MirrorContext,
    values: Readonly<Record<string, unknown>>,
  ) => Promise<Answered<unknown>>;
};

/** Checks a declaration and forgets the types of its parameters, so that routes of all kinds fit one list. */
export function defineRoute<Path extends Parameters, Query extends Parameters>(
  declaration: RouteDeclaration<Path, Query>,
): Route {
  // Sound because values are made only by parsing with the same declaration.
  return declaration as unknown as Route;
}
