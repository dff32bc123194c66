import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HttpQuestion {
  readonly method: string;
  /** Path and query as they came. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** `hang` never answers, `drop` closes the connection without an answer. */
export type HttpReply =
  | 'hang'
  | 'drop'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: string };

export interface ScriptedHttp extends AsyncDisposable {
  readonly url: string;
  readonly questions: readonly HttpQuestion[];
}

/** A real HTTP server on loopback whose every answer the test decides. */
export async function startScriptedHttp(
  answer: (question: HttpQuestion) => HttpReply,
): Promise<ScriptedHttp> {
  const questions: HttpQuestion[] = [];
  const server = createServer(async (request, response) => {
    const question = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await bodyOf(request),
    };
    questions.push(question);
    const reply = answer(question);
    if (reply === 'drop') request.socket.destroy();
    if (typeof reply === 'string') return;
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    questions,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
