import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly endpoint: string;
  /** Connections that are open now. */
  readonly connections: number;
  /** Bytes that went from the server to clients so far. */
  readonly bytesToClients: number;
  /** Drops every connection at once, as a dying machine does. */
  cut(): void;
  /** Drops every connection, and so many of the next ones as soon as they are made. */
  refuse(next: number): void;
  close(): Promise<void>;
}

/** Stands between a client and a server, counts what passes and can break it. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let bytesToClients = 0;
  let refused = 0;

  const server = createServer((client) => {
    if (refused > 0) {
      refused -= 1;
      client.resetAndDestroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    open.add(client);
    client.pipe(upstream);
    upstream.pipe(client);
    upstream.on('data', (chunk: Buffer) => {
      bytesToClients += chunk.length;
    });
    client
      .on('error', () => undefined)
      .once('close', () => {
        open.delete(client);
        upstream.destroy();
      });
    upstream.on('error', () => undefined).once('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = (): void => {
    for (const client of open) client.resetAndDestroy();
  };
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return open.size;
    },
    get bytesToClients() {
      return bytesToClients;
    },
    cut,
    refuse: (next) => {
      refused = next;
      cut();
    },
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
