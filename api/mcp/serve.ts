import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/kernel/clock.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { CallServices } from './catalogue/call.ts';
import { describeCompactly, describeTool } from './catalogue/describe.ts';
import { createEngine } from './engine/engine.ts';
import { ToolViews } from './engine/tool-views.ts';
import { Door, type DoorOptions } from './http/door.ts';
import { Endpoint, type McpRequest } from './http/endpoint.ts';
import { accepts, METHODS, PREFLIGHT_HEADERS } from './http/headers.ts';
import { hostNames } from './http/host-names.ts';
import { originPolicy } from './http/origin-policy.ts';
import { MCP_LIMITS } from './limits.ts';
import { EventStream } from './sessions/event-stream.ts';
import { Sessions } from './sessions/sessions.ts';
import type { Surface } from './surface.ts';
import { productVersion } from './version.ts';

const OTHER_METHODS = ['HEAD', 'PATCH', 'PUT', 'TRACE'];

export interface McpOptions extends CallServices {
  readonly surfaces: readonly Surface[];
  readonly clock: Clock;
  readonly metrics: DoorOptions['metrics'];
  /** As MCP_CORS_ORIGINS lists them. */
  readonly origins?: readonly string[] | undefined;
  /** Where the world finds the API, and where it listens: names that requests may call it by. */
  readonly publicUrl?: string | undefined;
  readonly listenHost?: string | undefined;
  readonly limits?: Partial<McpBounds> | undefined;
}

/** The bounds that a test shortens. */
export type McpBounds = { readonly [Name in keyof typeof MCP_LIMITS]: number };

/** Serves the MCP surfaces over streamable HTTP. */
export function serveMcp(app: FastifyInstance, options: McpOptions): void {
  const { clock, logger, metrics, origins = ['*'] } = options;
  const limits = { ...MCP_LIMITS, ...options.limits };
  const { idleMs, sessions: most, sessionsPerAddress: perAddress } = limits;
  const sessions = new Sessions({ idleMs, sessions: most, perAddress }, clock);
  const door = new Door({ hosts: hostNames(options), access: originPolicy(origins), metrics, logger });

  app.register(async (scope) => {
    // Bodies are read as bytes, so that nothing is parsed before it is checked, nor twice.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => door.refuse(request, reply, error));
    scope.addHook('onRequest', async (request) => door.admit(request));
    for (const surface of options.surfaces) {
      const { instructions, tools, compact } = surface;
      const engine = await createEngine({ ...options, instructions, version: productVersion() });
      const describe = compact ? describeCompactly : describeTool;
      const views = new ToolViews(tools.map((tool) => ({ tool, description: describe(tool) })));
      const endpoint = new Endpoint({ engine, views, sessions, owner: { surface: surface.path } });
      serveSurface(scope, { path: surface.path, endpoint, door, bodyLimit: limits.bodyBytes });
      scope.addHook('onClose', () => engine.close());
    }
  });

  const beating = setInterval(() => sessions.sweep(), limits.heartbeatMs).unref();
  app.addHook('preClose', async () => {
    clearInterval(beating);
    sessions.closeAll();
  });
}

interface ServedSurface {
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly door: Door;
  readonly bodyLimit: number;
}

function serveSurface(scope: FastifyInstance, { path: url, endpoint, door, bodyLimit }: ServedSurface): void {
  scope.post(url, { bodyLimit }, async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    door.send(request, reply, await endpoint.post(asked(request), body));
  });
  scope.delete(url, async (request, reply) => {
    door.send(request, reply, endpoint.delete(asked(request)));
  });
  scope.get(url, { exposeHeadRoute: false }, async (request, reply) => {
    if (!accepts(request.headers.accept, 'text/event-stream')) {
      throw new LaunchlensError('MCP_NOT_ACCEPTABLE', { type: 'text/event-stream' });
    }
    const session = endpoint.session(asked(request));
    if (session.stream !== undefined) throw new LaunchlensError('MCP_STREAM_OPEN', {});
    const response = door.openStream(request, reply);
    // Its client left before it was opened, so no end of it will be told.
    if (response.closed) return;
    const stream = new EventStream(response, () => {
      if (session.stream === stream) session.stream = undefined;
    });
    session.stream = stream;
  });
  scope.options(url, async (request, reply) => {
    door.send(request, reply, { status: 204, headers: PREFLIGHT_HEADERS });
  });
  scope.route({
    method: OTHER_METHODS,
    url,
    onRequest: async ({ method }, reply) => {
      reply.header('allow', METHODS);
      throw new LaunchlensError('METHOD_NOT_ALLOWED', { method, allowed: METHODS });
    },
    handler: (_request, reply) => reply,
  });
}

function asked({ headers, raw }: FastifyRequest): McpRequest {
  return { headers, address: raw.socket.remoteAddress ?? '' };
}
