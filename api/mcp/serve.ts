import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/kernel/clock.ts';
import { lazily } from '../../core/kernel/lazily.ts';
import { productVersion } from '../../core/kernel/product-version.ts';
import type { AgentParts } from '../access/agents/parts.ts';
import { type NetworkOf, networkBehind } from '../access/client-network.ts';
import { duringItsRequest } from '../access/request-id.ts';
import type { PairingExchange } from '../actions/pairing/exchange.ts';
import type { CallServices, ToolMetrics } from './catalogue/call.ts';
import { describeTool, LIST_META } from './catalogue/describe.ts';
import { createEngine } from './engine/engine.ts';
import { ToolViews } from './engine/tool-views.ts';
import { hostNames, originFrom, originPolicy } from './http/browser-access.ts';
import { CredentialGate } from './http/credential-gate.ts';
import { Endpoint } from './http/endpoint.ts';
import { HttpGuard, type HttpGuardOptions } from './http/http-guard.ts';
import { serveSurface } from './http/routes.ts';
import { MCP_LIMITS } from './limits.ts';
import { resourceMetadataPath } from './oauth/metadata.ts';
import { serveOauth } from './oauth/routes.ts';
import { InFlight } from './sessions/in-flight.ts';
import { SessionSeal } from './sessions/session-seal.ts';
import { heldEndedSessions, Sessions } from './sessions/sessions.ts';
import { Streams, StreamWatch } from './sessions/streams.ts';
import type { Surface } from './surfaces.ts';

const KEY_BYTES = 32;

export interface McpOptions extends CallServices {
  readonly surfaces: readonly Surface[];
  /** Access control of surfaces with credentials; without it they are not served. */
  readonly agents?: AgentParts | undefined;
  /** The client that streams count for; by default the connection's address. */
  readonly networkOf?: NetworkOf | undefined;
  /** How agents get credentials; without it no authorization server is advertised. */
  readonly pairing?: PairingExchange | undefined;
  readonly clock: Clock;
  readonly metrics: HttpGuardOptions['metrics'] & ToolMetrics;
  /** As in MCP_CORS_ORIGINS. */
  readonly origins?: readonly string[] | undefined;
  /** The API's public URL and listening address: the host names of requests. */
  readonly publicUrl?: string | undefined;
  readonly listenHost?: string | undefined;
  readonly limits?: Partial<McpBounds> | undefined;
}

/** Limits that tests shorten. */
export type McpBounds = { readonly [Name in keyof typeof MCP_LIMITS]: number };

/** Serves the MCP surfaces over streamable HTTP. */
export function serveMcp(app: FastifyInstance, options: McpOptions): void {
  const { agents, logger, metrics, origins = ['*'], networkOf = networkBehind([]) } = options;
  const limits = { ...MCP_LIMITS, ...options.limits };
  const sessions = sessionsOf(options, limits.sessionMs);
  const inFlight = new InFlight(limits.inFlight);
  const streams = new Streams({ ...limits, metrics });
  const guard = new HttpGuard({ hosts: hostNames(options), access: originPolicy(origins), metrics, logger });

  const originOf = originFrom(options.publicUrl);
  const metadataAt = (path: string) => (request: FastifyRequest) =>
    `${originOf(request)}${resourceMetadataPath(path)}`;

  app.register(async (scope) => {
    // Bodies are read as bytes, so that nothing is parsed before it is checked, nor twice.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler(duringItsRequest((error, request, reply) => guard.refuse(request, reply, error)));
    scope.addHook('onRequest', async (request) => guard.admit(request));
    const { pairing, surfaces } = options;
    if (agents && pairing) {
      const guarded = surfaces.filter(({ credentials }) => credentials).map(({ path }) => path);
      serveOauth(scope, { guard, pairing, originOf, surfaces: guarded, bodyBytes: MCP_LIMITS.formBytes });
    }
    for (const surface of surfaces) {
      const { path, credentials: kinds } = surface;
      if (kinds && !agents) continue;
      const metadataOf = options.pairing && metadataAt(path);
      const gate = kinds && agents && new CredentialGate({ agents, surface: path, kinds, metadataOf });
      const engine = createEngine({ ...options, ...surface, version: productVersion() });
      // Describing a hundred tools takes tens of milliseconds, which should not delay the start.
      const views = lazily(() => viewsOf(surface));
      const endpoint = new Endpoint({ surface: path, engine, views, sessions, inFlight });
      const { bodyBytes } = limits;
      serveSurface(scope, { path, endpoint, sessions, streams, guard, gate, bodyBytes, networkOf });
      scope.addHook('onClose', async () => engine.close());
    }
  });
  keepStreams(app, { options, limits, streams, sessions });
}

function viewsOf({ tools, detail, terse }: Surface): ToolViews {
  const described = tools.map((tool) => ({ tool, description: describeTool(tool, detail) }));
  return new ToolViews(described, { shared: detail === 'minimal' ? undefined : LIST_META, terse });
}

/** Without a store of decisions, only this process knows its sessions. */
function sessionsOf({ agents, clock }: McpOptions, lifetimeMs: number): Sessions {
  const key = agents?.sessionKey ?? randomBytes(KEY_BYTES);
  const endedSessions = agents?.endedSessions ?? heldEndedSessions(clock);
  return new Sessions({ seal: new SessionSeal({ key, lifetimeMs, clock }), clock, endedSessions });
}

interface Kept {
  readonly options: McpOptions;
  readonly limits: McpBounds;
  readonly streams: Streams;
  readonly sessions: Sessions;
}

/** Keeps open streams alive while they are allowed. */
function keepStreams(app: FastifyInstance, { options, limits, streams, sessions }: Kept): void {
  const { agents, clock, logger } = options;
  const watch = new StreamWatch({ streams, sessions, access: agents?.access, clock, logger });
  const beating = setInterval(() => streams.beat(), limits.heartbeatMs).unref();
  const watching = setInterval(() => void watch.look(), limits.streamWatchMs).unref();
  const deaf = agents?.whenRevoked((credentialId) => streams.closeOf(credentialId));
  app.addHook('preClose', async () => {
    clearInterval(beating);
    clearInterval(watching);
    deaf?.();
    streams.closeAll();
  });
}
