import { once } from 'node:events';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { WARM_SLOTS } from './plan.ts';
import { framedSlots } from './pool.ts';

/** A process of its own: sends the warm-up to whoever subscribes, and the rest at the parent's word. */
const slots = framedSlots();
const server = createServer({ settings: { initialWindowSize: 4 * 1024 * 1024 } });

async function serve(stream: ServerHttp2Stream): Promise<void> {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' });
  stream.resume();
  await send(stream, slots.slice(0, WARM_SLOTS));
  await once(process, 'message');
  await send(stream, slots.slice(WARM_SLOTS));
}

async function send(stream: ServerHttp2Stream, writes: readonly Buffer[][]): Promise<void> {
  for (const write of writes.flat()) if (!stream.write(write)) await once(stream, 'drain');
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
