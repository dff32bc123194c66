import { once } from 'node:events';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { framedPool } from './pool.ts';

/** A process of its own: sends the pool as many times as its argument says to whoever subscribes. */
const rounds = Number(process.argv[2]);
const pool = framedPool();
const server = createServer({ settings: { initialWindowSize: 4 * 1024 * 1024 } });

async function serve(stream: ServerHttp2Stream): Promise<void> {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.resume();
  for (let round = 0; round < rounds; round++) {
    for (const write of pool) {
      if (!stream.write(write)) await once(stream, 'drain');
    }
  }
  stream.end();
}

server.on('stream', (stream) => {
  stream.on('error', () => undefined);
  // A client that leaves early breaks the wait for `drain`; there is nobody left to serve then.
  serve(stream).catch(() => undefined);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit());
