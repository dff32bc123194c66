import { MalformedAnswerError } from '../errors/failures.ts';
import { ProtocolError } from '../errors/tools.ts';
import { parseExact } from '../http/exact-json.ts';
import { type CallOptions, Http, type HttpAnswer, type HttpSettings } from '../http/http.ts';
import { redact } from '../http/redact.ts';
import type { Remedy } from '../http/refusal.ts';
import type { Tool } from './tool.ts';

export interface ConnectionParts {
  readonly url: string;
  readonly credential: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly http: HttpSettings;
  readonly remedy: Remedy;
}

export type CallLimits = Pick<CallOptions, 'timeoutMs' | 'signal'>;

/** A tool's unprocessed result. */
export interface ToolResult {
  readonly texts: readonly string[];
  readonly structured: unknown;
  readonly failed: boolean;
}

interface Called {
  readonly content?: readonly { readonly type?: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

interface Listed {
  readonly tools?: readonly Tool[];
  readonly nextCursor?: string;
}

interface Message {
  readonly id?: unknown;
  readonly result?: object;
  readonly error?: { readonly code?: number; readonly message?: string };
}

/** The newest version of the protocol that this library was written for; servers answer with one they have. */
const PROTOCOL_VERSION = '2025-06-18';
/** Far beyond any list of tools: a server that always names another page would never end. */
const MOST_TOOL_PAGES = 100;

/**
 * One session of MCP's streamable HTTP transport, as far as calling tools needs it: a request, its answer, and no stream
 * that stays open. Every failure becomes an error of this library.
 */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #http: Http;
  /** What the server said of the session when it began. */
  #session: Readonly<Record<string, string>> = {};
  #requests = 0;

  private constructor(parts: ConnectionParts) {
    this.#parts = parts;
    this.#http = new Http(parts.http);
  }

  /** @throws ClientError */
  static async open(parts: ConnectionParts, limits: CallLimits): Promise<Connection> {
    const connection = new Connection(parts);
    const { clientInfo } = parts;
    const params = { protocolVersion: PROTOCOL_VERSION, capabilities: {}, clientInfo };
    type Initialized = { readonly protocolVersion?: string };
    const { protocolVersion } = await connection.#request<Initialized>('initialize', params, limits);
    connection.#session = {
      ...connection.#session,
      'mcp-protocol-version': protocolVersion ?? PROTOCOL_VERSION,
    };
    await connection.#send('POST', { method: 'notifications/initialized' }, limits);
    return connection;
  }

  async call(name: string, args: Readonly<Record<string, unknown>>, limits: CallLimits): Promise<ToolResult> {
    const called = await this.#request<Called>('tools/call', { name, arguments: args }, limits);
    const texts = (called.content ?? []).flatMap(({ type, text }) => (type === 'text' && text ? [text] : []));
    return { texts, structured: called.structuredContent, failed: called.isError === true };
  }

  async tools(limits: CallLimits): Promise<readonly Tool[]> {
    const tools: Tool[] = [];
    let params = {};
    for (let page = 1; page <= MOST_TOOL_PAGES; page += 1) {
      const listed = await this.#request<Listed>('tools/list', params, limits);
      tools.push(...(listed.tools ?? []));
      if (listed.nextCursor === undefined) return tools;
      params = { cursor: listed.nextCursor };
    }
    throw new MalformedAnswerError(`The server lists its tools on more than ${MOST_TOOL_PAGES} pages.`);
  }

  /** Ends the session at the server, if it is reachable. */
  async close(): Promise<void> {
    if (this.#session['mcp-session-id'] === undefined) return;
    try {
      await this.#send('DELETE', undefined, {});
    } catch {
      // The server's session expires anyway.
    }
  }

  async #request<Result>(method: string, params: object, limits: CallLimits): Promise<Result> {
    this.#requests += 1;
    const id = this.#requests;
    const answer = await this.#send('POST', { id, method, params }, limits);
    const session = answer.headers.get('mcp-session-id');
    if (session !== null) this.#session = { ...this.#session, 'mcp-session-id': session };
    const { result, error } = messagesOf(answer).find((message) => Number(message.id) === id) ?? {};
    if (error) throw new ProtocolError(redact(error.message ?? method, this.#secrets), error.code ?? 0);
    if (!result)
      throw new MalformedAnswerError(`The server did not answer ${method} with a JSON-RPC result.`);
    return result as Result;
  }

  #send(method: 'POST' | 'DELETE', message: object | undefined, limits: CallLimits): Promise<HttpAnswer> {
    const { url, headers, credential, remedy } = this.#parts;
    const request = {
      method,
      url,
      remedy,
      secrets: this.#secrets,
      headers: {
        accept: 'application/json, text/event-stream',
        ...(message && { 'content-type': 'application/json' }),
        ...headers,
        ...this.#session,
        ...(credential && { authorization: `Bearer ${credential}` }),
      },
      ...(message && { body: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
      // The caller knows which tools may be called twice.
      repeatable: false,
    };
    return this.#http.send(request, { ...limits, retries: 0 });
  }

  get #secrets(): readonly string[] {
    const { credential } = this.#parts;
    return credential === undefined ? [] : [credential];
  }
}

/** The messages of an answer: one as JSON, or one for each event of a stream that has ended. */
function messagesOf({ headers, text }: HttpAnswer): readonly Message[] {
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  const texts = isStream
    ? text
        .split(/\r?\n\r?\n/)
        .map(dataOf)
        .filter(Boolean)
    : [text];
  try {
    return texts.flatMap((each) => parseExact(each) as Message | Message[]);
  } catch {
    throw new MalformedAnswerError('The server answered MCP with something other than JSON.');
  }
}

function dataOf(event: string): string {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice(5).trimStart()).join('\n');
}
