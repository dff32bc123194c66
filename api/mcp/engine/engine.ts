import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import type { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { describeTool } from '../catalogue/describe.ts';
import { Exchange } from './exchange.ts';
import { checkRequest } from './params.ts';
import { jsonRpcError } from './protocol-error.ts';
import { createServer, type ServerOptions } from './server.ts';
import { ToolPages } from './tool-pages.ts';

/** Tools on one page of tools/list: more than there are, since clients tend to read the first page only. */
const PAGE_SIZE = 200;

/** One JSON-RPC answer as text; `failed` when it is an error. */
export interface EngineAnswer {
  readonly body: string;
  readonly failed: boolean;
}

export interface EngineRequest {
  /** Undefined when the request was cancelled. Never rejects. */
  readonly answer: Promise<EngineAnswer | undefined>;
  cancel(): void;
}

/** What answers the requests of every session of one surface. It knows neither HTTP nor sessions. */
export interface Engine {
  ask(request: JSONRPCRequest): EngineRequest;
  close(): Promise<void>;
}

export async function createEngine(options: ServerOptions): Promise<Engine> {
  const pages = new ToolPages(options.tools.map(describeTool), PAGE_SIZE);
  const exchange = new Exchange();
  await createServer(options, pages).connect(exchange);

  return {
    ask: (request) => {
      const refusal = checkRequest(request);
      if (refusal) return { answer: Promise.resolve(refused(request, refusal)), cancel: () => undefined };
      const { number, answer } = exchange.ask(request);
      return {
        answer: answer.then((message) => message && encoded(message, pages)),
        cancel: () => exchange.cancel(number),
      };
    },
    close: () => exchange.close(),
  };
}

function refused({ id }: JSONRPCRequest, refusal: LaunchlensError): EngineAnswer {
  return { failed: true, body: JSON.stringify({ jsonrpc: '2.0', id, error: jsonRpcError(refusal) }) };
}

function encoded(message: JSONRPCMessage, pages: ToolPages): EngineAnswer {
  const ready = 'result' in message ? pages.jsonOf(message.result) : undefined;
  if (ready === undefined) return { failed: 'error' in message, body: JSON.stringify(message) };
  const id = 'id' in message ? JSON.stringify(message.id) : 'null';
  return { failed: false, body: `{"jsonrpc":"2.0","id":${id},"result":${ready}}` };
}
