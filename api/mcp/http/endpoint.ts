import type { IncomingHttpHeaders } from 'node:http';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCNotification,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import { type Asker, type Engine, PROTOCOL_VERSIONS } from '../engine/engine.ts';
import { type ToolViews, wantsText } from '../engine/tool-views.ts';
import type { InFlight } from '../sessions/in-flight.ts';
import type { SessionOwner } from '../sessions/session-seal.ts';
import type { Session, Sessions } from '../sessions/sessions.ts';
import {
  ACCEPTED,
  accepts,
  eventsAnswer,
  type HttpAnswer,
  jsonAnswer,
  NO_ANSWER,
  refusalAnswer,
} from './answer.ts';
import { readMessage } from './read-message.ts';

/** The default that the protocol prescribes for a client that does not say; stating it is not an error then. */
const ASSUMED_VERSION = '2025-03-26';
const JSON_TYPE = /^application\/json\s*(;|$)/i;

export interface McpRequest {
  readonly headers: IncomingHttpHeaders;
  /** The credential's owner; undefined on anonymous surfaces. */
  readonly caller?: AgentPrincipal | undefined;
  /** Seconds until its credential may make other calls than those that stop agents; 0 within its rate. */
  readonly waitSeconds?: number | undefined;
}

export interface EndpointServices {
  /** Path of the surface. */
  readonly surface: string;
  readonly engine: Engine;
  readonly views: () => ToolViews;
  readonly sessions: Sessions;
  readonly inFlight: InFlight;
}

/** The streamable HTTP transport of one surface, without the HTTP server around it. */
export class Endpoint {
  readonly #services: EndpointServices;

  constructor(services: EndpointServices) {
    this.#services = services;
  }

  /** @throws the refusals of the transport, while no request's id is known */
  async post(request: McpRequest, body: Uint8Array): Promise<HttpAnswer> {
    requireJson(request.headers);
    const message = readMessage(body);
    this.#requireWithinRate(request, message);
    if (isJSONRPCRequest(message)) return this.#answer(request, message);
    const session = await this.session(request);
    if (isJSONRPCNotification(message)) this.#note(session, message);
    return ACCEPTED;
  }

  /** @throws MCP_SESSION_MISSING, MCP_SESSION_UNKNOWN, MCP_VERSION_UNSUPPORTED */
  async session({ headers, caller }: McpRequest): Promise<Session> {
    const id = headers['mcp-session-id'];
    if (id === undefined) throw new LaunchlensError('MCP_SESSION_MISSING', {});
    const session =
      typeof id === 'string' ? await this.#services.sessions.find(id, this.#owner(caller)) : undefined;
    if (session === undefined) throw new LaunchlensError('MCP_SESSION_UNKNOWN', {});
    const version = headers['mcp-protocol-version'];
    if (version !== undefined && version !== ASSUMED_VERSION && !isOurs(version)) {
      throw new LaunchlensError('MCP_VERSION_UNSUPPORTED', { supported: PROTOCOL_VERSIONS.join(' or ') });
    }
    return session;
  }

  async #answer(request: McpRequest, message: JSONRPCRequest): Promise<HttpAnswer> {
    try {
      const asker = this.#asker(request);
      if (message.method === 'initialize') return await this.#initialize(request, message, asker);
      const { engine, inFlight } = this.#services;
      const { id } = await this.session(request);
      const answered = (notify?: Asker['notify']) =>
        inFlight.answer(
          id,
          { requestId: message.id, ask: () => engine.ask(message, { ...asker, notify }) },
          { beyondBound: stopsAgents(message, asker) },
        );
      if (wantsProgress(request, message)) return eventsAnswer(answered, message.id);
      const answer = await answered();
      return answer === undefined ? NO_ANSWER : jsonAnswer(answer.body);
    } catch (error) {
      if (!isLaunchlensError(error)) throw error;
      return refusalAnswer(error, message.id);
    }
  }

  async #initialize(request: McpRequest, message: JSONRPCRequest, asker: Asker): Promise<HttpAnswer> {
    if (request.headers['mcp-session-id'] !== undefined) {
      await this.session(request);
      throw new LaunchlensError('MCP_SESSION_GIVEN', {});
    }
    const answer = await this.#services.engine.ask(message, asker).answer;
    if (answer === undefined) return NO_ANSWER;
    if (answer.failed) return jsonAnswer(answer.body);
    const id = this.#services.sessions.open(this.#owner(request.caller));
    return jsonAnswer(answer.body, { 'mcp-session-id': id });
  }

  /** @throws CREDENTIAL_RATE_LIMITED, MCP_TOOLSET_UNKNOWN, MCP_PROFILE_UNKNOWN */
  #requireWithinRate(request: McpRequest, message: JSONRPCMessage): void {
    const { waitSeconds: seconds = 0 } = request;
    if (seconds === 0) return;
    const asker = this.#asker(request);
    const stops = isJSONRPCRequest(message) && stopsAgents(message, asker);
    if (!stops && !opensToStop(message, asker))
      throw new LaunchlensError('CREDENTIAL_RATE_LIMITED', { seconds });
  }

  #owner(caller: AgentPrincipal | undefined): SessionOwner {
    return { surface: this.#services.surface, credentialId: caller?.credentialId };
  }

  /** @throws MCP_TOOLSET_UNKNOWN, MCP_PROFILE_UNKNOWN */
  #asker({ headers, caller, waitSeconds = 0 }: McpRequest): Asker {
    const toolsets = headers['x-service-toolsets']?.toString();
    const profile = headers['x-service-profile']?.toString();
    const view = this.#services.views().view({ toolsets, profile, scopes: caller?.scopes });
    const structured = isOurs(headers['mcp-protocol-version']) && !wantsText(profile);
    return { caller, view, structured, beyondRate: waitSeconds > 0 };
  }

  /** Only a cancellation matters to a server without client state. */
  #note({ id }: Session, { method, params }: JSONRPCNotification): void {
    if (method !== 'notifications/cancelled') return;
    const { requestId } = (params ?? {}) as { readonly requestId?: unknown };
    const named = typeof requestId === 'string' || typeof requestId === 'number';
    if (named) this.#services.inFlight.cancel(id, requestId);
  }
}

/** All of ours have structured content, which came with revision 2025-06-18. */
function isOurs(version: string | readonly string[] | undefined): boolean {
  return typeof version === 'string' && PROTOCOL_VERSIONS.includes(version);
}

/** Whether the client follows a call by a stream of events. */
function wantsProgress({ headers }: McpRequest, { method, params }: JSONRPCRequest): boolean {
  const follows = method === 'tools/call' && params?._meta?.progressToken !== undefined;
  return follows && headers.accept !== undefined && accepts(headers.accept, 'text/event-stream');
}

const OPENING = ['initialize', 'notifications/initialized'];

/** A client without a session has to open one before it can stop agents. */
function opensToStop(message: JSONRPCMessage, { view }: Asker): boolean {
  return view.stopsAgents && 'method' in message && OPENING.includes(message.method);
}

/** Whether it calls a tool that no rate limit and no busy session refuses. */
function stopsAgents({ method, params }: JSONRPCRequest, { view }: Asker): boolean {
  const { name } = (params ?? {}) as { readonly name?: unknown };
  return method === 'tools/call' && typeof name === 'string' && view.find(name)?.stopsAgents === true;
}

function requireJson(headers: IncomingHttpHeaders): void {
  const encoded = headers['content-encoding'] !== undefined;
  if (encoded || !JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new LaunchlensError('REQUEST_MEDIA_TYPE', {});
  }
  if (!accepts(headers.accept, 'application/json')) {
    throw new LaunchlensError('MCP_NOT_ACCEPTABLE', { type: 'application/json' });
  }
}
