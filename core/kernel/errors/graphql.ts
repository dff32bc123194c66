import { defineForClients as define } from './definition.ts';

/** Refusals of the GraphQL transport before anything is read. Its other errors are those of the mirror. */
export const graphqlErrors = {
  GRAPHQL_TOO_MANY_TOKENS: define(
    'The document has more than {limit} tokens. Split it into several requests.',
    { status: 400 },
  ),
  GRAPHQL_TOO_DEEP: define('The query is nested deeper than {limit} levels. Ask for fewer nested fields.', {
    status: 400,
  }),
  GRAPHQL_TOO_MANY_ALIASES: define('The document has {found} aliases. Use at most {limit}.', { status: 400 }),
  GRAPHQL_TOO_COSTLY: define(
    'The query may cost {cost}, above the limit of {limit}. Ask for smaller pages or fewer nested fields.',
    { status: 400 },
  ),
  GRAPHQL_BATCH_REFUSED: define(
    'Batches are not supported. Send one operation per request. One operation may have many root fields.',
    { status: 400 },
  ),
  GRAPHQL_NOT_ACCEPTABLE: define<{ types: readonly string[] }>(
    ({ types }) => `The Accept header must allow ${types.join(' or ')} for this operation.`,
    { status: 406 },
  ),
  GRAPHQL_MEDIA_TYPE: define('The body of a POST must be application/json.', { status: 415 }),
  GRAPHQL_SLOTS_DIFFER: define(
    'The cursors in this request belong to different slots. Continue one listing per request, or only listings of the same slot.',
    { status: 400 },
  ),
  REWARDS_NOT_SERVED: define('This API serves no rewards because it runs without a PostgreSQL store.', {
    status: 404,
  }),
  GRAPHQL_TIMED_OUT: define('The query took longer than {seconds} s. Try again or ask for less.', {
    status: 503,
    expected: true,
    retryable: true,
  }),
  SUBSCRIBERS_TOO_MANY: define(
    'The server already has {limit} subscriptions, which is the maximum. Try again later.',
    { status: 503, expected: true, retryable: true },
  ),
  SUBSCRIBER_TOO_SLOW: define(
    'The subscription ended because this client is more than {limit} events behind. Resume with sinceSlot.',
    { status: 503, expected: true, retryable: true },
  ),
  SUBSCRIPTION_ENDED: define(
    'The subscription ended because the server is shutting down. Resume shortly with sinceSlot.',
    { status: 503, expected: true, retryable: true },
  ),
};
