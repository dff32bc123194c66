import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** A way to one address on which every request gains headers: for programs that can be told of neither. */
export interface HeaderProxy extends AsyncDisposable {
  readonly url: string;
}

/** @param target where every request goes, whatever its path */
export async function startHeaderProxy(
  target: string,
  headers: Readonly<Record<string, string>>,
): Promise<HeaderProxy> {
  const server = createServer((incoming, outgoing) => {
    const { method } = incoming;
    // A connection of its own: one that is used again may just be closed by the server.
    const sent = request(target, { method, agent: false, headers: { ...incoming.headers, ...headers } });
    sent.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      outgoing.flushHeaders();
      pipeline(answer, outgoing, () => undefined);
    });
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
