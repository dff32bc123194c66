import {
  CallToolRequestSchema,
  InitializeRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  PingRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { Exchange } from './exchange.ts';
import { jsonRpcError } from './protocol-error.ts';
import { type Asker, createServer, type ServerOptions } from './server.ts';

/** The methods of a server that only offers tools. */
const SCHEMAS: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['initialize', InitializeRequestSchema],
  ['ping', PingRequestSchema],
  ['tools/list', ListToolsRequestSchema],
  ['tools/call', CallToolRequestSchema],
]);

/**
 * What is wrong with the method or the params of a request, if anything. The SDK's server would report malformed params
 * as an internal error with its validator's dump.
 */
export function checkRequest({ method, params }: JSONRPCRequest): LaunchlensError | undefined {
  const schema = SCHEMAS.get(method);
  if (schema === undefined) return new LaunchlensError('MCP_METHOD_UNKNOWN', {});
  const parsed = schema.safeParse({ method, params });
  if (parsed.success) return undefined;
  const field = parsed.error.issues[0]?.path.join('.') || 'params';
  return new LaunchlensError('MCP_PARAMS_MALFORMED', { method, field });
}

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

/** Answers the requests of every session of one surface. It knows neither HTTP nor sessions. */
export interface Engine {
  ask(request: JSONRPCRequest, asker: Asker): EngineRequest;
  close(): Promise<void>;
}

export async function createEngine(options: ServerOptions): Promise<Engine> {
  const exchange = new Exchange<Asker>();
  await createServer(options, exchange);

  return {
    ask: (request, asker) => {
      const refusal = checkRequest(request);
      if (refusal) return { answer: Promise.resolve(refused(request, refusal)), cancel: () => undefined };
      const { number, answer } = exchange.ask(request, asker);
      return {
        answer: answer.then((message) => message && encoded(message, asker)),
        cancel: () => exchange.cancel(number),
      };
    },
    close: () => exchange.close(),
  };
}

function refused({ id }: JSONRPCRequest, refusal: LaunchlensError): EngineAnswer {
  return { failed: true, body: JSON.stringify({ jsonrpc: '2.0', id, error: jsonRpcError(refusal) }) };
}

function encoded(message: JSONRPCMessage, { view }: Asker): EngineAnswer {
  const ready = 'result' in message ? view.pages.jsonOf(message.result) : undefined;
  if (ready === undefined) return { failed: 'error' in message, body: JSON.stringify(message) };
  const id = 'id' in message ? JSON.stringify(message.id) : 'null';
  return { failed: false, body: `{"jsonrpc":"2.0","id":${id},"result":${ready}}` };
}
