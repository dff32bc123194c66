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
import type { ToolView } from './tool-view.ts';

/** The one protocol revision that is spoken; a client that asks for another is answered this one. */
export const PROTOCOL_VERSION = '2025-06-18';

const LONGEST_NAME = 64;

export interface ServerOptions extends CallServices {
  /** Told to every client: what the server is for and how its answers read. */
  readonly instructions: string;
  readonly version: string;
}

/** Whoever sends a request: for whom it acts, and which tools it may list and call. */
export interface Asker {
  /** Undefined on anonymous surfaces. */
  readonly caller: AgentPrincipal | undefined;
  readonly view: ToolView;
  /** Whether its credential has used up its rate: then only what stops agents is asked. */
  readonly beyondRate?: boolean;
}

/** The SDK's low-level server. It holds nothing of any one client: each request brings its asker along. */
export async function createServer(options: ServerOptions, exchange: Exchange<Asker>): Promise<Server> {
  const { instructions, version } = options;
  const serverInfo = { name: 'launchlens', title: 'Launchlens', version };
  const capabilities = { tools: {} };
  const server = new Server(serverInfo, { capabilities });

  // In place of the SDK's own, which negotiates other revisions too and remembers the last client for all.
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

/** Lets only errors of ours reach a client; the SDK would pass on the message of any. */
async function speaking<Result>(answer: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    throw new ProtocolError(isLaunchlensError(error) ? error : new LaunchlensError('INTERNAL', {}, error));
  }
}
