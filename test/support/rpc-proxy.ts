import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What passes: the request as it was sent, and the node's answer, which a test may change. */
export interface Passing {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface RpcProxyOptions {
  readonly target: string;
  /** Called before the node is asked. An answer given here is sent in its place. */
  before?: (request: Passing) => Promise<string | undefined> | string | undefined;
  /** Changes the node's answer. */
  after?: (request: Passing, body: string) => string;
}

export interface RpcProxy extends AsyncDisposable {
  readonly url: string;
  readonly requests: Passing[];
}

/** Stands between a job and its node. */
export async function startRpcProxy(options: RpcProxyOptions): Promise<RpcProxy> {
  const requests: Passing[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const sent = Buffer.concat(chunks).toString();
    const request = JSON.parse(sent) as Passing;
    requests.push(request);
    const given = await options.before?.(request);
    let body = given;
    if (body === undefined) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(options.target, { method: 'POST', headers, body: sent });
      const told = await answer.text();
      body = options.after?.(request, told) ?? told;
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A node's answer with its result changed. */
export function withResult<Result>(body: string, change: (result: Result) => unknown): string {
  const answer = JSON.parse(body) as { result: Result };
  return JSON.stringify({ ...answer, result: change(answer.result) });
}
