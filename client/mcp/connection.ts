import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { CallToolResultSchema, ListToolsResultSchema, McpError } from '@modelcontextprotocol/sdk/types.js';
import { ClientError } from '../errors/client-error.ts';
import { TimeoutError } from '../errors/failures.ts';
import { ProtocolError } from '../errors/tools.ts';
import { type Fetch, failureOf } from '../http/http.ts';
import { redact } from '../http/redact.ts';
import { type Remedy, refusalOf } from '../http/refusal.ts';

export interface ConnectionParts {
  readonly url: string;
  readonly credential: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly fetch: Fetch;
  readonly remedy: Remedy;
}

export interface CallLimits {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** A tool's unprocessed result. */
export interface ToolResult {
  readonly texts: readonly string[];
  readonly structured: unknown;
  readonly failed: boolean;
}

/** The SDK's JSON-RPC code for a timeout. */
const RPC_TIMED_OUT = -32001;

/** One session of the official client. Every failure becomes an error of this library. */
export class Connection {
  readonly #client: Client;
  readonly #transport: StreamableHTTPClientTransport;
  readonly #parts: ConnectionParts;

  private constructor(client: Client, transport: StreamableHTTPClientTransport, parts: ConnectionParts) {
    this.#client = client;
    this.#transport = transport;
    this.#parts = parts;
  }

  /** @throws ClientError */
  static async open(parts: ConnectionParts, limits: CallLimits): Promise<Connection> {
    const { url, credential, headers, clientInfo } = parts;
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      fetch: guarded(parts),
      requestInit: { headers: { ...headers, ...(credential && { authorization: `Bearer ${credential}` }) } },
    });
    const connection = new Connection(new Client(clientInfo), transport, parts);
    // The SDK's class has `sessionId?: string` where its interface excludes undefined.
    await connection.#spoken(limits, (o) => connection.#client.connect(transport as never, o));
    return connection;
  }

  async call(name: string, args: Readonly<Record<string, unknown>>, limits: CallLimits): Promise<ToolResult> {
    const request = { method: 'tools/call', params: { name, arguments: args } } as const;
    const result = await this.#spoken(limits, (options) =>
      this.#client.request(request, CallToolResultSchema, options),
    );
    const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
    return { texts, structured: result.structuredContent, failed: result.isError === true };
  }

  async tools(limits: CallLimits): Promise<readonly Tool[]> {
    const tools: Tool[] = [];
    let cursor: string | undefined;
    do {
      const request = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } } as const;
      const page = await this.#spoken(limits, (o) => this.#client.request(request, ListToolsResultSchema, o));
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  }

  /** Also ends the session at the server, if it is reachable. */
  async close(): Promise<void> {
    try {
      await this.#transport.terminateSession();
    } catch {
      // The server's session expires anyway; locally everything is released in any case.
    }
    await this.#client.close();
  }

  async #spoken<Result>(
    { timeoutMs, signal }: CallLimits,
    ask: (options: { readonly timeout: number; readonly signal: AbortSignal }) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    // The SDK never releases a signal, and reports cancellations of calls that were answered long ago.
    const call = new AbortController();
    const stop = (): void => call.abort(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return await ask({ timeout: timeoutMs, signal: call.signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw this.#failure(error, timeoutMs);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  #failure(error: unknown, timeoutMs: number): ClientError {
    if (error instanceof ClientError) return error;
    const { url, credential } = this.#parts;
    const secrets = credential ? [credential] : [];
    if (!(error instanceof McpError)) return new ProtocolError(redact(String(error), secrets), 0);
    if (error.code === RPC_TIMED_OUT)
      return new TimeoutError(`${new URL(url).origin} did not answer within ${timeoutMs} ms.`);
    return new ProtocolError(redact(error.message, secrets), error.code);
  }
}

/** Turns refusals into typed errors, and opens no stream that nothing is ever sent on. */
function guarded({ fetch, credential, remedy }: ConnectionParts): Fetch {
  const secrets = credential ? [credential] : [];
  return async (url, init) => {
    // The SDK opens one after every connect; this answer makes it treat the server as one without streams, so the
    // process can end.
    if (init?.method === 'GET') return new Response(null, { status: 405 });
    const response = await answered(fetch, url, init);
    // The SDK itself follows redirects, within the origin.
    if (response.status < 400 || init?.method === 'DELETE') return response;
    const { status, headers } = response;
    throw refusalOf({ status, headers, text: await response.text() }, { remedy, secrets });
  };
}

async function answered(fetch: Fetch, url: string | URL, init: RequestInit | undefined): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    init?.signal?.throwIfAborted();
    throw failureOf(error, undefined, String(url));
  }
}
