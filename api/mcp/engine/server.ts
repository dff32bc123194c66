import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  InitializeRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
} from '@modelcontextprotocol/sdk/types.js';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type CallServices, callTool } from '../catalogue/call.ts';
import type { Tool } from '../catalogue/tool.ts';
import { ProtocolError } from './protocol-error.ts';
import type { ToolPages } from './tool-pages.ts';

/** The one protocol revision that is spoken; a client that asks for another is answered this one. */
export const PROTOCOL_VERSION = '2025-06-18';

const LONGEST_NAME = 64;

export interface ServerOptions extends CallServices {
  readonly tools: readonly Tool[];
  /** Told to every client: what the server is for and how its answers read. */
  readonly instructions: string;
  readonly version: string;
}

/** The SDK's low-level server over one list of tools. It holds nothing of any one client. */
export function createServer(options: ServerOptions, pages: ToolPages): Server {
  const { instructions, version } = options;
  const serverInfo = { name: 'launchlens', title: 'Launchlens', version };
  const capabilities = { tools: {} };
  const server = new Server(serverInfo, { capabilities });
  const tools = new Map(options.tools.map((tool) => [tool.name, tool]));

  // In place of the SDK's own, which negotiates other revisions too and remembers the last client for all.
  server.setRequestHandler(InitializeRequestSchema, () => ({
    protocolVersion: PROTOCOL_VERSION,
    capabilities,
    serverInfo,
    instructions,
  }));
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) =>
    speaking(() => pages.page(params?.cursor) as ListToolsResult),
  );
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    speaking(() => {
      const tool = tools.get(params.name);
      if (tool === undefined) {
        throw new LaunchlensError('MCP_TOOL_UNKNOWN', { name: params.name.slice(0, LONGEST_NAME) });
      }
      return callTool(tool, params.arguments ?? {}, options) as Promise<CallToolResult>;
    }),
  );
  return server;
}

/** Lets only errors of ours reach a client; the SDK would pass on the message of any. */
async function speaking<Result>(answer: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    throw new ProtocolError(isLaunchlensError(error) ? error : new LaunchlensError('INTERNAL', {}, error));
  }
}
