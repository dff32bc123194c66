import type { DocumentNode, ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { askingNetwork } from '../../access/asking-network.ts';
import type { Exchange } from '../http/exchange.ts';
import { GRAPHQL_LIMITS as LIMITS } from '../limits.ts';
import type { LiveHub } from '../live/hub.ts';
import type { ProgramHub } from '../live/program-hub.ts';
import { BoundedQueue } from '../live/queue.ts';
import { type LiveContext, Subscriptions } from '../live/subscribe.ts';
import { ProgramScope } from '../programs/scope.ts';
import { Asker } from '../request/asker.ts';
import { type GraphqlServices, openScope } from '../request/scope.ts';
import type { Survey } from '../request/survey.ts';
import { graphqlSchema, schemaWithPrograms } from '../schema/build.ts';
import { createExecutor, type Executor } from './executor.ts';
import { usePersistedDocuments } from './persisted.ts';
import { useAnswering, useRequestForm, useShapeLimits } from './plugins.ts';

export type GraphqlYoga = YogaServerInstance<{ exchange: Exchange }, Record<never, never>>;

export interface GraphqlYogaParts {
  readonly services: GraphqlServices;
  readonly hub: LiveHub;
  readonly programs: ProgramHub;
  readonly capacity: {
    readonly documentBytes: number;
    readonly persistedBytes: number;
    readonly compiled: number;
    readonly eventsWaiting: number;
  };
}

/** Yoga with our limits, execution and subscriptions. Its output goes to the exchange. */
export function createGraphqlYoga({ services, hub, programs, capacity }: GraphqlYogaParts): GraphqlYoga {
  const { documentBytes, persistedBytes, compiled, eventsWaiting } = capacity;
  const { programs: followed } = services.context;
  const schema = followed ? schemaWithPrograms(followed) : graphqlSchema();
  const executor = createExecutor(schema, compiled);
  const subscriptions = new Subscriptions({ eventsWaiting, closing: () => hub.closed });
  return createYoga<{ exchange: Exchange }, Record<never, never>>({
    schema,
    logging: false,
    // Errors are masked on output, by one rule for results and events.
    maskedErrors: false,
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: { limit: 1 },
    maxRequestBodySize: false,
    parserAndValidationCache: documentCaches(documentBytes),
    plugins: [
      useRequestForm(),
      usePersistedDocuments(persistedBytes),
      useShapeLimits(),
      useAnswering({
        execute: (args, survey, exchange) =>
          within(LIMITS.executionMs, answerQuery({ services, executor, args, survey, exchange })),
        subscribe: async (args, exchange) => {
          const { lastEventId } = exchange;
          const client = askingNetwork() ?? '';
          const follow: LiveContext['follow'] = (topic) => hub.follow(topic, client);
          const contextValue: LiveContext = { follow, programs, client, lastEventId };
          const outcome = await subscriptions.open({ ...args, contextValue });
          if (!(outcome instanceof BoundedQueue)) return outcome;
          exchange.events = outcome;
          return {};
        },
      }),
      useHandOver(),
    ],
  });
}

interface QueryAnswering {
  readonly services: GraphqlServices;
  readonly executor: Executor;
  readonly args: ExecutionArgs;
  readonly survey: Survey;
  readonly exchange: Exchange;
}

async function answerQuery(answering: QueryAnswering): Promise<ExecutionResult> {
  const { services, executor, args, survey, exchange } = answering;
  if (!survey.launches && (survey.programs || services.store.held === undefined)) {
    const programs = new ProgramScope(services.context);
    exchange.programs = programs;
    return executor({ ...args, contextValue: { programs } });
  }
  const asker = new Asker(services.rewards, exchange.authorization);
  const scope = await openScope(services, survey, asker);
  exchange.scope = scope;
  const result = await executor({ ...args, contextValue: scope });
  await scope.learnSource();
  // The lag also depends on time, so an answer to such a request is not cached.
  const lasts = survey.maxLagSlots === undefined && scope.shareable;
  exchange.cacheable = result.errors === undefined && lasts;
  return result;
}

/** Passes results and events to the exchange instead of creating responses. */
function useHandOver(): Plugin<Record<never, never>, { exchange: Exchange }> {
  return {
    onResultProcess: ({ serverContext: { exchange }, setResultProcessor }) => {
      setResultProcessor((result, fetchApi) => {
        exchange.result = result as ExecutionResult;
        return new fetchApi.Response(null);
      }, exchange.type);
    },
  };
}

/** A parsed document takes about this multiple of its text's memory. */
const PARSED_FACTOR = 30;

/** Parsed documents and parse errors by text, bounded by memory: yoga's own caches count entries. */
function documentCaches(bytes: number) {
  const sized = <Value extends object>(share: number) =>
    new LRUCache<string, Value>({
      maxSize: Math.ceil(bytes * share),
      sizeCalculation: (_value, text) => text.length * PARSED_FACTOR + 1,
    });
  return { documentCache: sized<DocumentNode>(0.9), errorCache: sized<GraphQLError>(0.1) };
}

/** Stops waiting after `ms`; running work has its own limits. @throws GRAPHQL_TIMED_OUT */
async function within<Value>(ms: number, answer: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const give = (): void =>
      reject(new LaunchlensError('GRAPHQL_TIMED_OUT', { seconds: Math.ceil(ms / 1000) }));
    timer = setTimeout(give, ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
