import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** What becomes of one insert. */
export type InsertFate =
  | { readonly kind: 'refused'; readonly how: 'reset' | 'busy' | 'memory' }
  /** Resolves `until` before it is passed on. */
  | { readonly kind: 'slow'; readonly until: () => Promise<void> }
  /** Done, but the answer is lost. */
  | { readonly kind: 'mute' }
  /** Half of it is passed on before `kill` ends the engine. */
  | { readonly kind: 'fatal'; readonly kill: () => Promise<void> };

export interface StoreProxy {
  readonly url: string;
  /** Asked for every insert, with its table. */
  readonly fates: Set<(table: string) => InsertFate | undefined>;
  close(): Promise<void>;
}

const INSERT = /^INSERT INTO (?:\w+\.)?`?(\w+)/;
/** How a ClickHouse server says that it cannot take more now. */
const REFUSALS = {
  busy: { status: 503, code: 202, text: 'Too many simultaneous queries. (TOO_MANY_SIMULTANEOUS_QUERIES)' },
  memory: { status: 500, code: 241, text: 'Memory limit (total) exceeded. (MEMORY_LIMIT_EXCEEDED)' },
} as const;

/** Passes everything on to the servers, but for the inserts that a fault is for. */
export async function openStoreProxy(urls: readonly string[]): Promise<StoreProxy> {
  const fates = new Set<(table: string) => InsertFate | undefined>();
  const fronts = await Promise.all(urls.map((url) => openFront(url, fates)));
  return {
    url: fronts.map(({ url }) => url).join(','),
    fates,
    close: async () => {
      await Promise.all(fronts.map((front) => front.close()));
    },
  };
}

async function openFront(behind: string, fates: StoreProxy['fates']) {
  const port = Number(new URL(behind).port);
  const front = createServer({ maxHeaderSize: 1 << 20 }, (message, response) => {
    message.on('error', () => undefined);
    response.on('error', () => undefined);
    serve(port, fateOf(fates, message), message, response).catch(() => response.destroy());
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const url = new URL(behind);
  url.port = String((front.address() as AddressInfo).port);
  return {
    url: url.href.replace(/\/$/, ''),
    close: async () => {
      front.closeAllConnections();
      front.close();
      await once(front, 'close');
    },
  };
}

function fateOf(
  fates: Iterable<(table: string) => InsertFate | undefined>,
  message: IncomingMessage,
): InsertFate | undefined {
  const query = new URL(message.url ?? '/', 'http://localhost').searchParams.get('query') ?? '';
  const table = INSERT.exec(query)?.[1];
  if (table === undefined) return undefined;
  for (const ask of fates) {
    const fate = ask(table);
    if (fate) return fate;
  }
  return undefined;
}

async function serve(
  port: number,
  fate: InsertFate | undefined,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (fate?.kind === 'refused') return refuse(fate.how, response);
  if (fate?.kind === 'slow') await fate.until();
  const onward = request({
    host: '127.0.0.1',
    port,
    method: message.method,
    path: message.url,
    headers: message.headers,
  });
  const answered = once(onward, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  if (fate?.kind === 'fatal') {
    const body = await buffer(message);
    onward.on('error', () => undefined);
    onward.write(body.subarray(0, body.length >> 1));
    await fate.kill();
    response.destroy();
    return;
  }
  // A client that goes away takes its request with it.
  response.once('close', () => response.writableEnded || onward.destroy());
  await pipeline(message, onward);
  const [answer] = await answered;
  if (fate?.kind === 'mute') {
    await buffer(answer);
    response.destroy();
    return;
  }
  response.writeHead(answer.statusCode ?? 502, answer.headers);
  await pipeline(answer, response);
}

function refuse(how: 'reset' | 'busy' | 'memory', response: ServerResponse): void {
  if (how === 'reset') {
    response.destroy();
    return;
  }
  const { status, code, text } = REFUSALS[how];
  response.writeHead(status, { 'X-ClickHouse-Exception-Code': String(code) });
  response.end(`Code: ${code}. DB::Exception: ${text} (version 26.7.2.1)\n`);
}
