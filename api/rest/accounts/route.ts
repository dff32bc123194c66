import type { ZodType } from 'zod';
import type { ComponentName } from '../../../schemas/rest/components.ts';
import type { Caller } from '../../access/caller.ts';
import type { AccountContext } from '../../actions/account-context.ts';
import type { Parameters, Values } from '../route.ts';

export interface BodyDeclaration<Body> {
  readonly shape: ZodType<Body>;
  readonly component: ComponentName;
  readonly example: unknown;
}

interface Declaration {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the base path, with the trailing slash. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly answer: ComponentName;
  readonly example: unknown;
  /** Statuses of errors that it can answer with, and what they mean here. */
  readonly errors: Readonly<Record<number, StatusWords>>;
  /** Shapes of error bodies that are more than `{"detail"}`. */
  readonly errorAnswers?: Readonly<Record<number, ComponentName>>;
  /** Most requests of one client in one window, where that is not as everywhere; infinite where no limit of a client may refuse it. */
  readonly requestsPerWindow?: number;
}

export interface StatusWords {
  readonly description: string;
  readonly detail: string;
  /** An example of a body that is more than `{"detail"}`. */
  readonly example?: unknown;
}

export interface AccountRequest<Path, Query, Headers, Body> {
  readonly path: Path;
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Body;
  /** Address that it came from. */
  readonly address: string;
  /** Path of the endpoint, for the trail of credentials. */
  readonly surface: string;
}

/** A question of the owner of a wallet, or on the way to being one. Its answers are never kept. */
export interface AccountRouteDeclaration<
  Query extends Parameters,
  Headers extends Parameters,
  Body,
  Path extends Parameters = Parameters,
> extends Declaration {
  /** Those that the path names in braces. */
  readonly pathParameters?: Path;
  readonly queryParameters: Query;
  /** Headers that are read. */
  readonly headerParameters: Headers;
  /** Left out for GET. */
  readonly body?: BodyDeclaration<Body>;
  readonly handle:
    | {
        readonly open: (
          context: AccountContext,
          request: AccountRequest<Values<Path>, Values<Query>, Values<Headers>, Body>,
        ) => Promise<unknown>;
      }
    | {
        readonly signedIn: (
          context: AccountContext,
          caller: Caller,
          request: AccountRequest<Values<Path>, Values<Query>, Values<Headers>, Body>,
        ) => Promise<unknown>;
      };
}

export type AccountRoute = AccountRouteDeclaration<Parameters, Parameters, unknown>;

/** Checks a declaration and forgets the types of what it takes, so that routes of all kinds fit one list. */
export function defineAccountRoute<
  Query extends Parameters,
  Headers extends Parameters,
  Body,
  Path extends Parameters = Record<never, never>,
>(declaration: AccountRouteDeclaration<Query, Headers, Body, Path>): AccountRoute {
  // Sound because values are made only by parsing with the same declaration.
  return declaration as unknown as AccountRoute;
}
