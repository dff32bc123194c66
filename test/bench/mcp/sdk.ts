import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { answerOf, describe, nameOf, TOOL_COUNT, toolShapes } from './contenders.ts';

const sessions = new Map<string, StreamableHTTPServerTransport>();

/** The SDK as its documentation shows it: a server with its tools for every session, kept by session id. */
export async function serveSdk(): Promise<number> {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = request.headers['mcp-session-id'];
  const transport = (typeof id === 'string' && sessions.get(id)) || (await openSession());
  await transport.handleRequest(request, response);
}

async function openSession(): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => {
      sessions.set(id, transport);
    },
  });
  const server = new McpServer({ name: 'sdk', version: '1.0.0' });
  for (let number = 0; number < TOOL_COUNT; number++) {
    const name = nameOf(number);
    const { input: inputSchema, output: outputSchema } = toolShapes();
    const annotations = {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    };
    const config = { title: name, description: describe(name), inputSchema, outputSchema, annotations };
    server.registerTool(name, config, async ({ launch_id }) => {
      const structuredContent = answerOf(launch_id);
      const text = `At slot ${structuredContent.slot}.`;
      return { content: [{ type: 'text', text }], structuredContent };
    });
  }
  // The SDK types its own transport's optional session id without `undefined`.
  await server.connect(transport as Transport);
  return transport;
}
