import { define } from './definition.ts';

/** Refusals of the GraphQL transport before anything is read. Its other errors are those of the mirror. */
export const graphqlErrors = {
  GRAPHQL_TOO_MANY_TOKENS: define<{ limit: number }>(
    ({ limit }) => `The document has more than ${limit} tokens: split it into several requests.`,
    { status: 400 },
  ),
  GRAPHQL_TOO_DEEP: define<{ limit: number }>(
    ({ limit }) => `The query is nested deeper than ${limit} levels.`,
    { status: 400 },
  ),
  GRAPHQL_TOO_MANY_ALIASES: define<{ limit: number; found: number }>(
    ({ limit, found }) => `The document has ${found} aliases, more than ${limit}.`,
    { status: 400 },
  ),
  GRAPHQL_TOO_COSTLY: define<{ limit: number; cost: number }>(
    ({ limit, cost }) =>
      `The query may cost ${cost}, more than ${limit}: ask for smaller pages or fewer nested fields.`,
    { status: 400 },
  ),
  GRAPHQL_BATCH_REFUSED: define(
    () => 'Batches are not taken: send one operation a request; one operation may have many root fields.',
    { status: 400 },
  ),
  GRAPHQL_NOT_ACCEPTABLE: define<{ types: readonly string[] }>(
    ({ types }) => `The Accept header must allow ${types.join(' or ')} for this operation.`,
    { status: 406 },
  ),
  GRAPHQL_MEDIA_TYPE: define(() => 'The body of a POST must be application/json.', { status: 415 }),
  GRAPHQL_SLOTS_DIFFER: define(
    () =>
      'The cursors of this request belong to different slots: continue one listing a request, or those of one slot.',
    { status: 400 },
  ),
  REWARDS_NOT_SERVED: define(() => 'This API has no rewards to read: it runs without a store of decisions.', {
    status: 404,
  }),
  GRAPHQL_TIMED_OUT: define<{ seconds: number }>(
    ({ seconds }) => `The query took longer than ${seconds} s; try again or ask for less.`,
    { status: 503, retryable: true },
  ),
  SUBSCRIBERS_TOO_MANY: define<{ limit: number }>(
    ({ limit }) => `There are ${limit} subscriptions already; try again later.`,
    { status: 503, retryable: true },
  ),
  SUBSCRIBER_TOO_SLOW: define<{ limit: number }>(
    ({ limit }) =>
      `This client is more than ${limit} events behind: the subscription ends. Go on with sinceSlot.`,
    { status: 503, retryable: true },
  ),
  SUBSCRIPTION_ENDED: define(
    () => 'The server is going down: the subscription ends. Go on with sinceSlot shortly.',
    { status: 503, retryable: true },
  ),
};
