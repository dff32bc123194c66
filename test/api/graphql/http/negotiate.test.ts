import { expect, test } from 'vitest';
import { negotiate } from '../../../../api/graphql/http/negotiate.ts';

const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';

test.for([
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['application/*', JSON_TYPE],
  [GRAPHQL_TYPE, GRAPHQL_TYPE],
  [`${GRAPHQL_TYPE}; charset=utf-8, application/json; charset=utf-8`, GRAPHQL_TYPE],
  ['application/json;q=0.5, application/graphql-response+json', GRAPHQL_TYPE],
  ['application/json, application/graphql-response+json;q=0.9', JSON_TYPE],
  ['*/*;q=0.1, application/graphql-response+json;q=0.2', GRAPHQL_TYPE],
  ['application/json, multipart/mixed', JSON_TYPE],
  ['text/event-stream', 'text/event-stream'],
  ['APPLICATION/JSON', JSON_TYPE],
  ['application/json;q=0', undefined],
  ['application/json; charset=latin1', undefined],
  ['application/json;q=high', undefined],
  ['text/html', undefined],
  ['nonsense', undefined],
] as const)('a client that accepts %s gets %s', ([accept, expected]) => {
  expect(negotiate(accept)).toBe(expected);
});
