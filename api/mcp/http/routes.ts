import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { NetworkOf } from '../../access/client-network.ts';
import { refuseOtherMethods } from '../../access/methods.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { EventStream, type Streams } from '../sessions/streams.ts';
import { accepts, METHODS, PREFLIGHT_HEADERS } from './answer.ts';
import type { CredentialGate } from './credential-gate.ts';
import type { Endpoint, McpRequest } from './endpoint.ts';
import type { HttpGuard } from './http-guard.ts';

export interface ServedSurface {
  readonly path: string;
  readonly endpoint: Endpoint;
  readonly sessions: Sessions;
  readonly streams: Streams;
  readonly guard: HttpGuard;
  /** Omitted on anonymous surfaces. */
  readonly gate: CredentialGate | undefined;
  readonly bodyBytes: number;
  readonly networkOf: NetworkOf;
}

/** The routes of one surface. The credential is checked before anything else of a request. */
export function serveSurface(scope: FastifyInstance, surface: ServedSurface): void {
  const { path: url, endpoint, sessions, streams, guard, gate, bodyBytes: bodyLimit, networkOf } = surface;
  const onRequest: onRequestAsyncHookHandler[] = gate
    ? [async (request, reply) => gate.admit(request, reply)]
    : [];
  const asked = (request: FastifyRequest): McpRequest => ({
    headers: request.headers,
    ...gate?.admitted(request),
  });

  scope.post(url, { bodyLimit, onRequest }, async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    guard.send(request, reply, await endpoint.post(asked(request), body));
  });
  scope.delete(url, { onRequest }, async (request, reply) => {
    const session = await endpoint.session(asked(request));
    await sessions.end(session);
    streams.close(session);
    guard.send(request, reply, { status: 204 });
  });
  scope.get(url, { exposeHeadRoute: false, onRequest }, async (request, reply) => {
    if (!accepts(request.headers.accept, 'text/event-stream')) {
      throw new LaunchlensError('MCP_NOT_ACCEPTABLE', { type: 'text/event-stream' });
    }
    const session = await endpoint.session(asked(request));
    streams.open(session, networkOf(request.raw), (onEnd) => {
      const response = guard.openStream(request, reply);
      // Its client left before it was opened, so its end will not be reported.
      return response.closed ? undefined : new EventStream(response, onEnd);
    });
  });
  serveOtherMethods(scope, url, guard);
}

function serveOtherMethods(scope: FastifyInstance, url: string, guard: HttpGuard): void {
  scope.options(url, async (request, reply) => {
    guard.send(request, reply, { status: 204, headers: PREFLIGHT_HEADERS });
  });
  refuseOtherMethods(scope, url, METHODS);
}
