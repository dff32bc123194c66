import { type ApiUnderTest, openApi } from '../../support/mirror-under-test.ts';

export interface GraphqlAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
  readonly data: any;
  readonly errors: readonly GraphqlProblem[] | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
  readonly source: any;
}

export interface GraphqlProblem {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions: { readonly code: string };
}

export interface Question {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string;
}

export const GRAPHQL_JSON = 'application/graphql-response+json';

/** Asks the GraphQL transport without a socket. */
export async function ask(
  { app }: Pick<ApiUnderTest, 'app'>,
  question: Question | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<GraphqlAnswer> {
  const payload = JSON.stringify(typeof question === 'string' ? { query: question } : question);
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'application/json', accept: GRAPHQL_JSON, ...headers },
    payload,
  });
  const json = response.body.startsWith('{') ? response.json() : {};
  const { data, errors, extensions } = json;
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    data,
    errors,
    source: extensions?.source,
  };
}

export { type ApiUnderTest, openApi };
