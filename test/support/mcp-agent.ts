import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** A caller of tools, by the official client. */
export interface McpAgent extends AsyncDisposable {
  /** The structured content of a call, or of its failure. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of any tool
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<any>;
  /** The names of all tools that are listed. */
  tools(): Promise<string[]>;
}

/** With a token: an agent at the whole catalogue. Otherwise anybody, at a surface of choice. */
export async function connectAgent(
  url: string,
  by: string | { readonly path: string; readonly headers: Readonly<Record<string, string>> },
): Promise<McpAgent> {
  const client = new Client({ name: 'agent under test', version: '1.0.0' });
  const { path, headers } =
    typeof by === 'string' ? { path: '/mcp/agent-v1', headers: { authorization: `Bearer ${by}` } } : by;
  const transport = new StreamableHTTPClientTransport(new URL(path, url), { requestInit: { headers } });
  // The client's own types do not allow what its transport declares.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return {
    call: async (name, input) => (await client.callTool({ name, arguments: input })).structuredContent,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    [Symbol.asyncDispose]: () => client.close(),
  };
}
