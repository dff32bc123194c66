import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { ServerEngine } from './engine.ts';
import { fromEngine, ServerException, statusOf, trailer } from './exception.ts';
import { type Credentials, type QueryRequest, readRequest, requireUser } from './request.ts';

const KILL_EVERY_MS = 50;
const TAG = 'launchlenstestsv';
/** ClickHouse takes URLs of a megabyte; Node's default for all headers is 16 KiB. */
const MAX_HEADERS = 1 << 20;

/** ClickHouse's HTTP interface in front of chDB. */
export function createHttpServer(engine: ServerEngine, allowed: Credentials): Server {
  return createServer({ maxHeaderSize: MAX_HEADERS }, (message, response) => {
    handle(message, response, { engine, allowed }).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, fromEngineUnlessServer(error));
    });
  });
}

interface Context {
  readonly engine: ServerEngine;
  readonly allowed: Credentials;
}

async function handle(
  message: IncomingMessage,
  response: ServerResponse,
  { engine, allowed }: Context,
): Promise<void> {
  const url = new URL(message.url ?? '/', 'http://localhost');
  if (url.pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  requireUser(message, url, allowed);
  const request = await readRequest(message, url);
  const stopped = killWhenClosed(response, engine, request.queryId);
  try {
    await answer(response, engine, request);
  } finally {
    stopped();
  }
}

async function answer(response: ServerResponse, engine: ServerEngine, request: QueryRequest): Promise<void> {
  const chunks = engine.run(request);
  // The first chunk decides between a status of its own and an exception in the middle of the body.
  const first = await chunks.next();
  const held: Uint8Array[] = first.done ? [] : [first.value];
  if (request.waitForEnd) for await (const chunk of chunks) held.push(chunk);
  const body = open(response, request);
  try {
    for (const chunk of held) await write(body, chunk);
    for await (const chunk of chunks) {
      if (response.destroyed) return;
      await write(body, chunk);
    }
  } catch (error) {
    body.write(trailer(fromEngineUnlessServer(error), TAG));
  }
  body.end();
}

function open(response: ServerResponse, request: QueryRequest): Writable {
  response.setHeader('Content-Type', 'application/octet-stream');
  response.setHeader('X-ClickHouse-Server-Display-Name', 'launchlens-test');
  response.setHeader('X-ClickHouse-Query-Id', request.queryId);
  response.setHeader('X-ClickHouse-Format', request.format);
  response.setHeader('X-ClickHouse-Timezone', 'UTC');
  response.setHeader('X-ClickHouse-Exception-Tag', TAG);
  response.setHeader('X-ClickHouse-Summary', JSON.stringify({ read_rows: '0', written_rows: '0' }));
  if (!request.gzip) return response;
  response.setHeader('Content-Encoding', 'gzip');
  const gzip = createGzip({ level: 1 });
  gzip.pipe(response);
  return gzip;
}

async function write(body: Writable, chunk: Uint8Array): Promise<void> {
  if (body.write(chunk)) return;
  const drained = new AbortController();
  const { signal } = drained;
  await Promise.race([once(body, 'drain', { signal }), once(body, 'close', { signal })]).finally(() =>
    drained.abort(),
  );
}

function refuse(response: ServerResponse, exception: ServerException): void {
  response.writeHead(statusOf(exception), {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Exception-Code': String(exception.code),
  });
  response.end(`${exception.message}\n`);
}

function fromEngineUnlessServer(error: unknown): ServerException {
  return error instanceof ServerException ? error : fromEngine(error);
}

/** A client that goes away cancels its statement. Returns what ends the watch. */
function killWhenClosed(response: ServerResponse, engine: ServerEngine, queryId: string): () => void {
  const ended = new AbortController();
  const onClose = (): void => {
    if (!response.writableEnded) void killUntil(ended.signal, engine, queryId);
  };
  response.once('close', onClose);
  return () => {
    response.off('close', onClose);
    ended.abort();
  };
}

/** One attempt after another: more at once would take the threads that the statements end on. */
async function killUntil(ended: AbortSignal, engine: ServerEngine, queryId: string): Promise<void> {
  while (!ended.aborted) {
    await engine.kill(queryId).catch(() => undefined);
    await delay(KILL_EVERY_MS);
  }
}
