import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ApiUnderTest } from '../../support/mirror-under-test.ts';

export const JSON_ACCEPT = 'application/json, text/event-stream';

/** What `fetch` gave, read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
  readonly json: any;
}

export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
} as const;

/** A surface on a real socket, spoken to byte by byte. */
export class McpUnderTest {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }

  static async listen({ app }: Pick<ApiUnderTest, 'app'>): Promise<McpUnderTest> {
    return new McpUnderTest(`${await app.listen({ host: '127.0.0.1', port: 0 })}/mcp`);
  }

  /** The surface of another path on the same server. */
  at(path: string): McpUnderTest {
    return new McpUnderTest(new URL(path, this.url).href);
  }

  /** Sends one message; `headers` win over those of a well-behaved client. */
  async post(message: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const body =
      typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message);
    const all = { 'content-type': 'application/json', accept: JSON_ACCEPT, ...headers };
    return replyOf(await fetch(this.url, { method: 'POST', headers: all, body: body as BodyInit }));
  }

  async request(method: string, headers: Record<string, string> = {}): Promise<Reply> {
    return replyOf(await fetch(this.url, { method, headers }));
  }

  /** Opens a session. Gives the headers that its requests carry. */
  async initialize(headers: Record<string, string> = {}): Promise<Record<string, string>> {
    const reply = await this.post(INITIALIZE, headers);
    const id = reply.headers.get('mcp-session-id');
    if (id === null) throw new Error(`no session: ${reply.status} ${reply.text}`);
    return { 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18', ...headers };
  }

  async call(name: string, args: unknown, session: Record<string, string>): Promise<Reply> {
    const params = { name, arguments: args };
    return this.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, session);
  }

  /** The official client, connected; every request of it carries `headers`. */
  async connect(
    headers: Record<string, string> = {},
  ): Promise<{ client: Client; transport: StreamableHTTPClientTransport }> {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(this.url), { requestInit: { headers } });
    // The SDK types its own transport's optional session id without `undefined`.
    await client.connect(transport as Parameters<Client['connect']>[0]);
    return { client, transport };
  }
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}
