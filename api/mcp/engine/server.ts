import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  InitializeRequestSchema,
  ListToolsRequestSchema,
  type ListToolsResult,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import { type CallServices, callTool } from '../catalogue/call.ts';
import type { Exchange } from './exchange.ts';
import { ProtocolError } from './protocol-error.ts';
import type { ToolView } from './tool-views.ts';

/** The only supported protocol revision; a client that asks for another gets this one. */
export const PROTOCOL_VERSION = '2025-06-18';

const LONGEST_NAME = 64;

export interface ServerOptions extends CallServices {
  /** Sent to every client: what the server is for and how to read its answers. */
  readonly instructions: string;
  readonly version: string;
}

/** The sender of a request: the owner behind it, and which tools it may list and call. */
export interface Asker {
  /** Undefined on anonymous surfaces. */
  readonly caller: AgentPrincipal | undefined;
  readonly view: ToolView;
  /** Whether its credential has used up its rate: then only tools that stop agents are allowed. */
  readonly beyondRate?: boolean;
}

/** The SDK's low-level server. It has no state of any client: each request carries its caller. */
export async function createServer(options: ServerOptions, exchange: Exchange<Asker>): Promise<Server> {
  const { instructions, version } = options;
  const serverInfo = { name: 'launchlens', title: 'Launchlens', version };
  const capabilities = { tools: {} };
  const server = new Server(serverInfo, { capabilities });

  // Replaces the SDK's own, which negotiates other revisions too and stores the last client for all.
  server.setRequestHandler(InitializeRequestSchema, () => ({
    protocolVersion: PROTOCOL_VERSION,
    capabilities,
    serverInfo,
    instructions,
  }));
  server.setRequestHandler(ListToolsRequestSchema, ({ params }, { requestId }) =>
    speaking(() => askerOf(exchange, requestId).view.pages.page(params?.cursor) as ListToolsResult),
  );
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { requestId }) =>
    speaking(() => {
      const { caller, view, beyondRate } = askerOf(exchange, requestId);
      const tool = view.find(params.name);
      if (tool === undefined) {
        throw new LaunchlensError('MCP_TOOL_UNKNOWN', { name: params.name.slice(0, LONGEST_NAME) });
      }
      const call = { tool, raw: params.arguments ?? {}, caller, beyondRate };
      return callTool(call, options) as Promise<CallToolResult>;
    }),
  );
  await server.connect(exchange);
  return server;
}

function askerOf(exchange: Exchange<Asker>, requestId: RequestId): Asker {
  const asker = exchange.askerOf(requestId);
  if (asker === undefined) throw new LaunchlensError('INTERNAL', {});
  return asker;
}

/** Sends only our own errors to clients; the SDK would pass on any message. */
async function speaking<Result>(answer: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    throw new ProtocolError(isLaunchlensError(error) ? error : new LaunchlensError('INTERNAL', {}, error));
  }
}
