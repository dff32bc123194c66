import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly authorization: string | undefined;
}

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it stands, so that a test can write any digits. */
  readonly body?: string;
  /** Never answers. */
  readonly hang?: boolean;
}

export interface RpcScript {
  readonly url: string;
  readonly requests: readonly RpcRequest[];
  close(): Promise<void>;
}

export const result = (json: string): ScriptedAnswer => ({
  body: `{"jsonrpc":"2.0","result":${json},"id":1}`,
});
export const rpcError = (code: number, message: string): ScriptedAnswer => ({
  body: JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: 1 }),
});

/** An RPC node that answers what `answer` says to the n-th request (from 0). */
export async function startRpcScript(
  answer: (request: RpcRequest, index: number) => ScriptedAnswer,
): Promise<RpcScript> {
  const requests: RpcRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method, params } = JSON.parse(Buffer.concat(chunks).toString()) as RpcRequest;
    const request = { method, params, authorization: incoming.headers.authorization };
    const { status = 200, headers = {}, body = '', hang } = answer(request, requests.push(request) - 1);
    if (hang) return;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
