import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refuseOtherMethods } from '../../access/methods.ts';
import type { PairingExchange } from '../../actions/pairing/exchange.ts';
import type { HttpGuard } from '../http/http-guard.ts';
import { deviceAuthorization, type Endpoint, oauthAnswer, token } from './device-flow.ts';
import {
  AUTHORIZATION_SERVER_PATH,
  authorizationServerMetadata,
  DEVICE_PATH,
  resourceMetadata,
  resourceMetadataPath,
  TOKEN_PATH,
} from './metadata.ts';

export interface OauthServices {
  readonly guard: HttpGuard;
  readonly pairing: PairingExchange;
  readonly originOf: (request: FastifyRequest) => string;
  /** Paths of the surfaces that need a credential. */
  readonly surfaces: readonly string[];
  readonly bodyBytes: number;
}

/** Serves the metadata and the device flow, within the scope of MCP: host, origin and CORS headers are the same. */
export function serveOauth(scope: FastifyInstance, services: OauthServices): void {
  const { guard, pairing, originOf, surfaces, bodyBytes: bodyLimit } = services;
  const get = (url: string, body: (origin: string) => object): void => {
    scope.get(url, async (request, reply) =>
      guard.send(request, reply, {
        status: 200,
        headers: JSON_HEADERS,
        body: JSON.stringify(body(originOf(request))),
      }),
    );
    serveOtherMethods(scope, { url, guard, method: 'GET' });
  };
  get(AUTHORIZATION_SERVER_PATH, authorizationServerMetadata);
  get(resourceMetadataPath(''), (origin) => resourceMetadata(origin, ''));
  for (const surface of surfaces)
    get(resourceMetadataPath(surface), (origin) => resourceMetadata(origin, surface));

  const post = (url: string, endpoint: Endpoint): void => {
    const answer = oauthAnswer(endpoint);
    scope.post(url, { bodyLimit }, async (request, reply) => {
      const { status, body, retryAfter } = await answer(formOf(request), pairing);
      const headers = { ...JSON_HEADERS, ...(retryAfter && { 'retry-after': retryAfter }) };
      guard.send(request, reply, { status, headers, body: JSON.stringify(body) });
    });
    serveOtherMethods(scope, { url, guard, method: 'POST' });
  };
  post(DEVICE_PATH, deviceAuthorization);
  post(TOKEN_PATH, token);
}

const JSON_HEADERS = { 'content-type': 'application/json' } as const;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Another media type has no parameters, which the endpoints refuse by name. */
function formOf({ headers, body }: FastifyRequest): URLSearchParams {
  const isForm = FORM_TYPE.test(headers['content-type'] ?? '') && body instanceof Uint8Array;
  return new URLSearchParams(isForm ? Buffer.from(body).toString() : '');
}

interface OnePath {
  readonly url: string;
  readonly guard: HttpGuard;
  readonly method: 'GET' | 'POST';
}

/** Preflights, and 405 for other methods. */
function serveOtherMethods(scope: FastifyInstance, { url, guard, method: taken }: OnePath): void {
  const served = taken === 'GET' ? ['GET', 'HEAD'] : [taken];
  const allowed = [...served, 'OPTIONS'].join(', ');
  const preflight = {
    'access-control-allow-methods': allowed,
    'access-control-allow-headers': 'Content-Type, Accept, Mcp-Protocol-Version',
  };
  scope.options(url, async (request, reply) =>
    guard.send(request, reply, { status: 204, headers: preflight }),
  );
  refuseOtherMethods(scope, url, allowed);
}
