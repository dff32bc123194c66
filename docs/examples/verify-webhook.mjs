// Receives events of Launchlens and takes only what is genuine. Run it behind a host with a public https address:
//   WEBHOOK_SECRET=whsec_… PORT=8090 node verify-webhook.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const LONGEST_BODY = 65_536;
const OLDEST_SECONDS = 300;

export function isGenuine({ secret, signature, body, now = Date.now() / 1000 }) {
  const [, time, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (given === undefined || Math.abs(now - Number(time)) > OLDEST_SECONDS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return timingSafeEqual(Buffer.from(given, 'hex'), expected);
}

const seen = new Set();

/** Answers at once; work that takes longer belongs behind the answer. */
async function receive(request, response) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > LONGEST_BODY) return response.writeHead(413).end();
    parts.push(part);
  }
  const body = Buffer.concat(parts);
  const signature = request.headers['x-launchlens-signature'];
  if (!isGenuine({ secret: process.env.WEBHOOK_SECRET, signature, body }))
    return response.writeHead(401).end();
  response.writeHead(204).end();
  const event = JSON.parse(body);
  // The same event may come twice.
  if (seen.has(event.id)) return;
  seen.add(event.id);
  process.stdout.write(`${event.type} ${event.slot ?? ''} ${JSON.stringify(event.data)}\n`);
}

if (import.meta.main ?? process.argv[1]?.endsWith('verify-webhook.mjs')) {
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(Number(process.env.PORT ?? 8090), () => process.stdout.write('listening\n'));
}
