import type { ZodType } from 'zod';
import type { Parameter } from '../../schemas/reads/argument.ts';
import type { ComponentName } from '../../schemas/rest/components.ts';
import type { Caller } from '../access/caller.ts';
import type { AccountContext } from '../actions/account-context.ts';
import type { Answered, MirrorContext } from '../actions/context.ts';
import type { Export } from '../actions/exports/export.ts';
import type { OperateKeysContext } from '../actions/keys/manage.ts';
import type { OperateGateContext } from '../actions/launch-gate/gate.ts';
import type { RewardsContext } from '../actions/rewards/read.ts';
import type { ExportFormat } from './exports/formats.ts';

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;
export type Values<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value> ? Value : never;
};

export interface StatusText {
  readonly description: string;
  readonly detail: string;
  /** The members of the body besides `detail`. */
  readonly example?: Readonly<Record<string, unknown>>;
}

/** The values of a request, parsed as its route declares. */
export interface RestRequest<Path, Query, Headers, Body> {
  readonly path: Path;
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Body;
  /** The client's address. */
  readonly address: string;
  /** Path of the endpoint, for the audit log of credentials. */
  readonly surface: string;
}

/** The handler of a request, and who may send it. */
type Handle<Request, Query> =
  | { readonly open: (context: AccountContext, request: Request) => Promise<unknown> }
  | { readonly signedIn: (context: AccountContext, caller: Caller, request: Request) => Promise<unknown> }
  | { readonly rewards: (context: RewardsContext, caller: Caller, request: Request) => Promise<unknown> }
  | { readonly operateKeys: (context: OperateKeysContext, request: Request) => Promise<unknown> }
  | { readonly operateGate: (context: OperateGateContext, request: Request) => Promise<unknown> }
  /** A tool of agents, named by the path. */
  | { readonly tool: true }
  /** SQL, whose answer has one of several formats. */
  | { readonly sql: true }
  /** The body is a stream of events for the reward ledger. */
  | { readonly ingest: true }
  | {
      readonly read: (context: MirrorContext, values: Query) => Promise<Answered<unknown>>;
      /** The answer may change while the index stands still, so it is never cached. */
      readonly fleeting?: true | undefined;
      /** It is read from the index of a program, whatever is known of launches. */
      readonly ofProgram?: true | undefined;
    }
  | {
      readonly file: (context: MirrorContext, values: Query, signal: AbortSignal) => Promise<Export>;
      readonly format: ExportFormat;
      readonly ofProgram?: true | undefined;
    };

/** One operation of the REST API: parameters, answer, required credentials and handler. */
export interface RouteDeclaration<
  Path extends Parameters,
  Query extends Parameters,
  Headers extends Parameters,
  Body,
> {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the base path, with `{name}` for path parameters and the trailing slash. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The parameters named in braces in the path. */
  readonly pathParameters?: Path;
  readonly queryParameters?: Query;
  /** Headers that are read. */
  readonly headerParameters?: Headers;
  /** One of the named shapes. */
  readonly body?: ZodType<Body>;
  /** What the examples of body and answer have besides the examples of their shapes. */
  readonly bodyExample?: unknown;
  readonly example?: unknown;
  /** Omitted if the answer is a file. */
  readonly answer?: ComponentName;
  /** The description of the answer; "The answer." by default. */
  readonly answerIs?: string;
  /** Statuses of its errors besides those of every route, and their meaning here. */
  readonly errors: Readonly<Record<number, StatusText>>;
  /** Shapes of error bodies that are more than `{"detail"}`. */
  readonly errorAnswers?: Readonly<Record<number, ComponentName>>;
  /** Requests per client and window, if different from the default; infinite if no client limit applies. */
  readonly requestsPerWindow?: number;
  readonly handle: Handle<
    RestRequest<Values<Path>, Values<Query>, Values<Headers>, Body>,
    Values<Path> & Values<Query>
  >;
}

export type Route = Omit<RouteDeclaration<Parameters, Parameters, Parameters, unknown>, 'handle'> & {
  readonly handle: Handle<RestRequest<Raw, Raw, Raw, unknown>, Raw>;
};
export type Raw = Readonly<Record<string, unknown>>;

/** Checks a declaration and erases its value types, so that one list contains all kinds of routes. */
export function defineRoute<
  Body,
  Path extends Parameters = Record<never, never>,
  Query extends Parameters = Record<never, never>,
  Headers extends Parameters = Record<never, never>,
>(declaration: RouteDeclaration<Path, Query, Headers, Body>): Route {
  // Safe because values are only created by parsing with the same declaration.
  return declaration as unknown as Route;
}

/** Where a route is served: the path in the router's syntax. */
export function urlOf({ path }: Pick<Route, 'path'>): string {
  return `${BASE_PATH}${path.replace(/\{(\w+)\}/g, ':$1')}`;
}

export const BASE_PATH = '/api/v1';
