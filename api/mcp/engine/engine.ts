import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  PingRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import type { Running } from '../../actions/backtests/context.ts';
import { type CallServices, callTool } from '../catalogue/call.ts';
import { jsonRpcError } from './protocol-error.ts';
import type { ToolView } from './tool-views.ts';

/** The supported protocol revisions, newest first. What is served of them differs in nothing. */
export const PROTOCOL_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18'];

/** The newest revision that a client knows too, or else the one that is nearest to it. */
function versionFor(asked: string): string | undefined {
  return PROTOCOL_VERSIONS.find((version) => version <= asked) ?? PROTOCOL_VERSIONS.at(-1);
}

const LONGEST_NAME = 64;

/** One JSON-RPC answer as text; `failed` if it is an error. */
export interface EngineAnswer {
  readonly body: string;
  readonly failed: boolean;
}

export interface EngineRequest {
  /** Undefined if the request was cancelled. Never rejects. */
  readonly answer: Promise<EngineAnswer | undefined>;
  cancel(): void;
}

export interface EngineOptions extends CallServices {
  /** Sent to every client: what the server is for and how to read its answers. */
  readonly instructions: string;
  readonly version: string;
}

/** The sender of a request: the owner behind it, and which tools it may list and call. */
export interface Asker {
  /** Undefined on anonymous surfaces. */
  readonly caller: AgentPrincipal | undefined;
  readonly view: ToolView;
  /** Whether it reads structured content, so that results have no JSON as text. */
  readonly structured?: boolean;
  /** Gets a notification in JSON whenever the called tool tells how far it is. */
  readonly notify?: ((notification: string) => void) | undefined;
  /** Whether its credential has used up its rate: then only tools that stop agents are allowed. */
  readonly beyondRate?: boolean;
}

type Answer<Request> = (request: Request, asker: Asker, signal: AbortSignal) => unknown;

interface Method {
  readonly schema: z.ZodType;
  readonly answer: Answer<never>;
}

/** Answers the requests of every session of one surface. It knows neither HTTP nor sessions. */
export type Engine = ReturnType<typeof createEngine>;

/**
 * Serves the methods of a server that only offers tools, with the SDK's schemas. The SDK's own server is made for one
 * session and takes 22 KB for each; this one has no state of any client, so that a session costs nothing.
 */
export function createEngine(options: EngineOptions) {
  const { instructions, version } = options;
  const initialized = {
    capabilities: { tools: {} },
    serverInfo: { name: 'launchlens', title: 'Launchlens', version },
    instructions,
  };
  const method = <Schema extends z.ZodType>(schema: Schema, answer: Answer<z.output<Schema>>): Method => ({
    schema,
    answer,
  });
  const methods = new Map([
    [
      'initialize',
      method(InitializeRequestSchema, ({ params }) => ({
        protocolVersion: versionFor(params.protocolVersion),
        ...initialized,
      })),
    ],
    ['ping', method(PingRequestSchema, () => ({}))],
    ['tools/list', method(ListToolsRequestSchema, ({ params }, { view }) => view.pages.page(params?.cursor))],
    [
      'tools/call',
      method(CallToolRequestSchema, ({ params }, { view, notify, ...asker }, signal) => {
        const tool = view.find(params.name);
        if (tool === undefined) {
          throw new LaunchlensError('MCP_TOOL_UNKNOWN', { name: params.name.slice(0, LONGEST_NAME) });
        }
        const running = { signal, progress: progressTo(notify, params._meta?.progressToken) };
        return callTool({ tool, raw: params.arguments ?? {}, running, ...asker }, options);
      }),
    ],
  ]);
  const open = new Set<() => void>();

  return {
    ask: (request: JSONRPCRequest, asker: Asker) => {
      const { promise: cancelled, resolve } = Promise.withResolvers<undefined>();
      const stop = new AbortController();
      const cancel = () => {
        resolve(undefined);
        stop.abort();
      };
      open.add(cancel);
      const answer = Promise.race([answered(methods, request, asker, stop.signal), cancelled]);
      return { answer: answer.finally(() => open.delete(cancel)), cancel };
    },
    close: () => {
      for (const cancel of open) cancel();
    },
  };
}

/** Tells the client how far its call is, if it asked for that. */
function progressTo(
  notify: Asker['notify'],
  progressToken: string | number | undefined,
): Running['progress'] {
  return (progress, total) => {
    if (notify === undefined || progressToken === undefined) return;
    const params = { progressToken, progress, total };
    notify(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params }));
  };
}

/** Only our own errors are sent to clients, and never as anything but an answer. */
async function answered(
  methods: ReadonlyMap<string, Method>,
  { id, method: name, params }: JSONRPCRequest,
  asker: Asker,
  signal: AbortSignal,
): Promise<EngineAnswer> {
  try {
    const method = methods.get(name);
    if (method === undefined) throw new LaunchlensError('MCP_METHOD_UNKNOWN', {});
    const parsed = method.schema.safeParse({ method: name, params });
    if (!parsed.success) {
      const field = parsed.error.issues[0]?.path.join('.') || 'params';
      throw new LaunchlensError('MCP_PARAMS_MALFORMED', { method: name, field });
    }
    const result = await method.answer(parsed.data as never, asker, signal);
    const body = asker.view.pages.jsonOf(result) ?? JSON.stringify(result);
    return { failed: false, body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${body}}` };
  } catch (error) {
    const refusal = isLaunchlensError(error) ? error : new LaunchlensError('INTERNAL', {}, error);
    return { failed: true, body: JSON.stringify({ jsonrpc: '2.0', id, error: jsonRpcError(refusal) }) };
  }
}
