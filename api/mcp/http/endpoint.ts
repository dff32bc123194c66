import type { IncomingHttpHeaders } from 'node:http';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Engine, EngineRequest } from '../engine/engine.ts';
import { type Asker, PROTOCOL_VERSION } from '../engine/server.ts';
import type { ToolViews } from '../engine/tool-views.ts';
import { MCP_LIMITS } from '../limits.ts';
import type { Session, SessionOwner } from '../sessions/session.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { ACCEPTED, type HttpAnswer, jsonAnswer, NO_ANSWER, refusalAnswer } from './answer.ts';
import { accepts } from './headers.ts';
import { readMessage } from './read-message.ts';

/** What the protocol has servers take a client for that does not say; saying so is no error then. */
const ASSUMED_VERSION = '2025-03-26';
const JSON_TYPE = /^application\/json\s*(;|$)/i;

export interface McpRequest {
  readonly headers: IncomingHttpHeaders;
  /** Where it came from. */
  readonly address: string;
}

export interface EndpointServices {
  readonly engine: Engine;
  readonly views: ToolViews;
  readonly sessions: Sessions;
  readonly owner: SessionOwner;
}

/** The streamable HTTP transport of one surface, without the HTTP server around it. */
export class Endpoint {
  readonly #engine: Engine;
  readonly #views: ToolViews;
  readonly #sessions: Sessions;
  readonly #owner: SessionOwner;

  constructor({ engine, views, sessions, owner }: EndpointServices) {
    this.#engine = engine;
    this.#views = views;
    this.#sessions = sessions;
    this.#owner = owner;
  }

  /** @throws the refusals of the transport, as long as no request's id is known */
  async post(request: McpRequest, body: Uint8Array): Promise<HttpAnswer> {
    requireJson(request.headers);
    const message = readMessage(body);
    if (isJSONRPCRequest(message)) return this.#answer(request, message);
    const session = this.session(request);
    if (isJSONRPCNotification(message)) noteNotification(session, message);
    return ACCEPTED;
  }

  /** Ends a session for good. */
  delete(request: McpRequest): HttpAnswer {
    this.#sessions.end(this.session(request));
    return { status: 204 };
  }

  /** @throws MCP_SESSION_MISSING, MCP_SESSION_UNKNOWN, MCP_VERSION_UNSUPPORTED */
  session({ headers }: McpRequest): Session {
    const id = headers['mcp-session-id'];
    if (id === undefined) throw new LaunchlensError('MCP_SESSION_MISSING', {});
    const session = typeof id === 'string' ? this.#sessions.find(id, this.#owner) : undefined;
    if (session === undefined) throw new LaunchlensError('MCP_SESSION_UNKNOWN', {});
    const version = headers['mcp-protocol-version'];
    if (version !== undefined && version !== PROTOCOL_VERSION && version !== ASSUMED_VERSION) {
      throw new LaunchlensError('MCP_VERSION_UNSUPPORTED', { supported: PROTOCOL_VERSION });
    }
    return session;
  }

  async #answer(request: McpRequest, message: JSONRPCRequest): Promise<HttpAnswer> {
    try {
      if (message.method === 'initialize') return await this.#initialize(request, message);
      return await this.#answerIn(this.session(request), message, this.#asker(request));
    } catch (error) {
      if (!isLaunchlensError(error)) throw error;
      return refusalAnswer(error, message.id);
    }
  }

  /** @throws MCP_TOOLSET_UNKNOWN, MCP_PROFILE_UNKNOWN */
  #asker({ headers }: McpRequest): Asker {
    const toolsets = headers['x-service-toolsets'];
    const profile = headers['x-service-profile'];
    const view = this.#views.view({
      toolsets: toolsets && String(toolsets),
      profile: profile && String(profile),
    });
    return { caller: undefined, view };
  }

  async #initialize(request: McpRequest, message: JSONRPCRequest): Promise<HttpAnswer> {
    if (request.headers['mcp-session-id'] !== undefined) {
      this.session(request);
      throw new LaunchlensError('MCP_SESSION_GIVEN', {});
    }
    const answer = await this.#engine.ask(message, this.#asker(request)).answer;
    if (answer === undefined) return NO_ANSWER;
    if (answer.failed) return jsonAnswer(answer.body);
    const { id } = this.#sessions.open(this.#owner, request.address);
    return jsonAnswer(answer.body, { 'mcp-session-id': id });
  }

  async #answerIn({ inFlight }: Session, message: JSONRPCRequest, asker: Asker): Promise<HttpAnswer> {
    if (inFlight.has(message.id)) throw new LaunchlensError('MCP_ID_IN_FLIGHT', {});
    if (inFlight.size >= MCP_LIMITS.inFlight) {
      throw new LaunchlensError('MCP_SESSION_BUSY', { requests: MCP_LIMITS.inFlight });
    }
    const asked: EngineRequest = this.#engine.ask(message, asker);
    inFlight.set(message.id, asked);
    try {
      const answer = await asked.answer;
      return answer === undefined ? NO_ANSWER : jsonAnswer(answer.body);
    } finally {
      inFlight.delete(message.id);
    }
  }
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

/** Only a cancellation is of consequence to a server that keeps no state for its clients. */
function noteNotification({ inFlight }: Session, { method, params }: JSONRPCNotification): void {
  if (method !== 'notifications/cancelled') return;
  const { requestId } = (params ?? {}) as { readonly requestId?: unknown };
  if (typeof requestId === 'string' || typeof requestId === 'number') inFlight.get(requestId)?.cancel();
}
