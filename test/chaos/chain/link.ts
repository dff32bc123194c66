import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Link {
  readonly url: string;
  /** Connections that are open and carry something. */
  readonly alive: number;
  /** Every open connection stays open and carries nothing any more; later ones are sound. */
  freeze(): void;
  close(): Promise<void>;
}

/** The network between the indexer and the stream server at `port`. */
export async function openLink(port: number): Promise<Link> {
  const alive = new Set<Socket>();
  const all = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      all.add(socket);
      socket.on('error', () => undefined);
    }
    alive.add(client);
    client.pipe(upstream);
    upstream.pipe(client);
    client.once('close', () => {
      all.delete(client);
      alive.delete(client);
      upstream.destroy();
    });
    upstream.once('close', () => {
      all.delete(upstream);
      if (alive.has(client)) client.destroy();
    });
    frozen.set(client, () => {
      alive.delete(client);
      upstream.unpipe(client);
      client.unpipe(upstream);
      // What still comes is read and lost, so that neither side notices a full window.
      upstream.resume();
      client.resume();
    });
  });
  const frozen = new Map<Socket, () => void>();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get alive() {
      return alive.size;
    },
    freeze: () => {
      for (const client of [...alive]) frozen.get(client)?.();
    },
    close: async () => {
      for (const socket of all) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
