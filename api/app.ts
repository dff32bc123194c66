import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyInstance, fastify } from 'fastify';
import type { Clock } from '../core/kernel/clock.ts';
import { LaunchlensError } from '../core/kernel/errors/error.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { ReadinessBounds } from '../core/kernel/readiness.ts';
import { duringRequest } from '../core/kernel/request-id.ts';
import { credentialChallenge } from './access/agents/header.ts';
import type { Secrets } from './access/agents/secret.ts';
import { askingNetwork, onBehalfOf } from './access/asking-network.ts';
import { type NetworkOf, networkBehind } from './access/client-network.ts';
import { knowAllowedMethods, ROUTING } from './access/methods.ts';
import { createRateLimit, type RateLimit } from './access/rate-limit.ts';
import { duringItsRequest, REQUEST_ID_HEADER, requestIdBehind } from './access/request-id.ts';
import type { AccountContext } from './actions/account-context.ts';
import type { BacktestsContext } from './actions/backtests/context.ts';
import type { MirrorContext } from './actions/context.ts';
import { PAIRINGS_PER_WINDOW, pairingExchange } from './actions/pairing/exchange.ts';
import type { RewardsContext } from './actions/rewards/read.ts';
import type { TokensContext } from './actions/tokens/context.ts';
import { GRAPHQL_PATH, type GraphqlOptions, serveGraphql } from './graphql/serve.ts';
import { toolsByName } from './mcp/rest-tools.ts';
import { type McpOptions, serveMcp } from './mcp/serve.ts';
import { SURFACES, surfacesWithPrograms } from './mcp/surfaces.ts';
import type { LatestStore } from './read/latest/store.ts';
import type { SqlReader } from './read/sql/ask.ts';
import type { Unrepaired } from './read/unrepaired.ts';
import { credentialInUrl } from './rest/credential-in-url.ts';
import { serveDescription } from './rest/description-routes.ts';
import { bareError, errorHandler, type ParserError } from './rest/errors.ts';
import { frontServer } from './rest/front-server.ts';
import { JSON_TYPE } from './rest/headers.ts';
import { acceptJsonBodies } from './rest/json-body.ts';
import { LIMITS } from './rest/limits.ts';
import { type ApiMetrics, createMetrics } from './rest/metrics.ts';
import { servePages } from './rest/pages/serve.ts';
import type { FollowedIndex } from './rest/readiness.ts';
import { ReadyAnswers } from './rest/ready-answers.ts';
import { traceRequests } from './rest/request-spans.ts';
import { type OperatorEndpoints, serveRest } from './rest/serve.ts';
import { serveSystem } from './rest/system-routes.ts';
import { serveVerifierFile } from './rest/verifier-file.ts';
import type { Venues } from './venues/venues.ts';

export interface ApiParts {
  readonly store: LatestStore;
  /** What readiness is about; by default the launches. */
  readonly followed?: readonly FollowedIndex[] | undefined;
  readonly context: MirrorContext;
  /** The dependencies of reward reads; without them there are none. */
  readonly rewards?: RewardsContext | undefined;
  /** Omitted without a store of decisions: then only the launch mirror is served. */
  readonly accounts?: AccountContext | undefined;
  /** Omitted if none is configured. */
  readonly venues?: Venues | undefined;
  /** Answers SQL; omitted, nothing does. */
  readonly sql?: SqlReader | undefined;
  /** What reads of wallets, tokens and prices ask. */
  readonly tokens?: TokensContext | undefined;
  /** Omitted without a harness to run. */
  readonly backtests?: BacktestsContext | undefined;
  /** The dependencies of operator endpoints; none without them. */
  readonly operator?: OperatorEndpoints | undefined;
  readonly logger: Logger;
  readonly clock: Clock;
  /** The public URL of the API; relative addresses without one. */
  readonly publicUrl?: string | undefined;
  /** Addresses and networks of trusted reverse proxies. */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly metrics?: ApiMetrics | undefined;
  readonly readiness?: ReadinessBounds | undefined;
  readonly unrepaired?: (() => Promise<Unrepaired | undefined>) | undefined;
  readonly repairing?: (() => string | undefined) | undefined;
  readonly starting?: (() => string | undefined) | undefined;
  /** Recognises credentials: a URL that contains one is refused. */
  readonly secrets: Pick<Secrets, 'areIn'>;
  readonly requestsPerWindow?: number | undefined;
  /** The folder of the built pages; without it no pages are served. */
  readonly pages?: string | undefined;
  /** The built verifiers; none is served without it. */
  readonly verifiers?: readonly string[] | undefined;
  readonly graphql?: Pick<GraphqlOptions, 'capacity'> | undefined;
  readonly mcp?: Pick<McpOptions, 'origins' | 'listenHost' | 'limits'> | undefined;
}

/** Assembles the API. It does not listen. */
export function buildApp(parts: ApiParts): FastifyInstance {
  const { store, context, logger, clock, publicUrl = '', unrepaired, repairing, starting } = parts;
  const metrics = parts.metrics ?? createMetrics(store, clock);
  const refuse = duringItsRequest(errorHandler(logger, metrics));
  const limit = rateLimitOf(parts);
  const networkOf = networkBehind(parts.trustedProxies ?? []);
  const requestIdOf = requestIdBehind(parts.trustedProxies ?? []);
  const ready = new ReadyAnswers({ store, gate: context.gate, bytes: LIMITS.readyBytes });
  const app = fastify({
    logger: false,
    bodyLimit: LIMITS.bodyBytes,
    serverFactory: frontServer({ ready, limit, networkOf, requestIdOf, metrics }),
    genReqId: requestIdOf,
    routerOptions: ROUTING,
    clientErrorHandler: refuseBytes,
    frameworkErrors: (error, request, reply) => {
      reply.raw.setHeader(REQUEST_ID_HEADER, request.id);
      refuse(error, request, reply);
    },
  });
  acceptJsonBodies(app);
  app.setErrorHandler(refuse);
  traceRequests(app);
  guard(app, { limit, networkOf, metrics }, parts.secrets);
  knowAllowedMethods(app);
  timeRequests(app, metrics);
  app.addHook('preHandler', (request, _reply, done) =>
    duringRequest(request.id, () => onBehalfOf(networkOf(request.raw), done)),
  );

  const { agents, control, agentRecords, intents } = parts.accounts ?? {};
  const { rewards, venues, tokens, backtests } = parts;
  const owned = { rewards, control, agentRecords, intents };
  const pairing = parts.accounts && pairingExchange(parts.accounts.pairing, startsLimit(parts));
  const siteUrl = () => publicUrl || (parts.accounts?.pairing.place().uri ?? '');
  const tools = { context: { ...context, ...owned, venues, tokens, backtests, pairing, siteUrl }, agents };
  serveRest(app, {
    mirror: { context, store, ready },
    rewards,
    accounts: parts.accounts,
    operator: parts.operator && { ...parts.operator, keys: parts.accounts?.keys },
    sql: parts.sql,
    tools: agents && { agents, find: toolsByName({ ...tools, logger, metrics }) },
    networkOf,
    clock,
    logger,
    metrics,
  });
  const { followed = [{ store, unrepaired }] } = parts;
  serveSystem(app, {
    indexes: followed,
    clock,
    metrics,
    repairing,
    starting,
    bounds: parts.readiness,
  });
  serveDescription(app, publicUrl, parts.rewards?.terms.asset);
  const unknownPages =
    parts.pages === undefined
      ? undefined
      : servePages(app, {
          directory: parts.pages,
          publicUrl,
          siteUrl: () => siteUrl().replace(/\/$/, ''),
          context,
        });
  app.setNotFoundHandler((request, reply) => {
    if (unknownPages?.(request, reply)) return;
    throw new LaunchlensError('ROUTE_NOT_FOUND', {});
  });
  for (const file of parts.verifiers ?? []) serveVerifierFile(app, file);
  serveGraphql(app, { ...parts.graphql, store, context, rewards: parts.rewards, logger, metrics });
  serveMcp(app, {
    ...parts.mcp,
    ...tools,
    surfaces: context.programs ? surfacesWithPrograms() : SURFACES,
    pairing,
    networkOf,
    logger,
    clock,
    metrics,
    publicUrl,
  });
  return app;
}

function rateLimitOf({ clock, requestsPerWindow = LIMITS.requestsPerWindow }: ApiParts): RateLimit {
  const { windowMs, networks } = LIMITS;
  return createRateLimit({ clock, windowMs, networks, requests: requestsPerWindow });
}

/** Starts of pairings outside REST, whose path has the same limit. */
function startsLimit({ clock }: ApiParts): () => number {
  const { windowMs, networks } = LIMITS;
  const starts = createRateLimit({ clock, windowMs, networks, requests: PAIRINGS_PER_WINDOW });
  return () => starts.take(askingNetwork() ?? '');
}

interface Guard {
  readonly limit: RateLimit;
  readonly networkOf: NetworkOf;
  readonly metrics: Pick<ApiMetrics, 'limited'>;
}

/** Applies the client limits before anything else is done. */
function guard(
  app: FastifyInstance,
  { limit, networkOf, metrics }: Guard,
  secrets: ApiParts['secrets'],
): void {
  const holdsCredential = credentialInUrl(secrets);
  app.addHook('onRequest', (request, reply, done) => {
    // On the raw response, because some transports take it from the framework.
    reply.raw.setHeader(REQUEST_ID_HEADER, request.id);
    const seconds = limit.take(networkOf(request.raw));
    if (seconds > 0 && !isUnlimited(request.routeOptions.config)) {
      metrics.limited('requests');
      // Also for transports with their own refusals.
      reply.header('retry-after', String(seconds));
      return done(new LaunchlensError('RATE_LIMITED', { seconds }));
    }
    const { url = '' } = request.raw;
    if (url.length > LIMITS.urlBytes) {
      return done(new LaunchlensError('REQUEST_URL_TOO_LONG', { bytes: LIMITS.urlBytes }));
    }
    if (holdsCredential(url)) {
      reply.header('www-authenticate', credentialChallenge(true));
      return done(new LaunchlensError('CREDENTIAL_IN_URL', {}));
    }
    done();
  });
}

/** Measured by their operations and tools instead: one path says nothing about them. */
const BY_OPERATION: ReadonlySet<string> = new Set([GRAPHQL_PATH, ...SURFACES.map(({ path }) => path)]);

function timeRequests(app: FastifyInstance, metrics: Pick<ApiMetrics, 'served'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url = 'none' } = request.routeOptions;
    if (!BY_OPERATION.has(url)) metrics.served(url, reply.elapsedTime / 1000);
    done();
  });
}

/** Whether a route is exempt from client limits. */
function isUnlimited(config: object): boolean {
  return 'unlimited' in config && config.unlimited === true;
}

/** Answers bytes that are not an HTTP request; no request or reply object exists yet. */
function refuseBytes(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = bareError(error);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\n${REQUEST_ID_HEADER}: ${randomUUID()}\r\nconnection: close\r\n\r\n${body}`);
}
