import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import type { Clock } from '../../core/kernel/clock.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import type { Shutdown } from '../../core/kernel/shutdown.ts';
import { answerLines } from './answer.ts';
import type { OperatorRoute } from './command.ts';
import { removeOperatorFile, writeOperatorFile } from './file.ts';
import { type aboutOperator, OPERATOR_PATH } from './protocol.ts';

/** The process that answers. */
export interface OperatorHost {
  readonly settings: Pick<Settings, 'DATA_DIR'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
}

export interface OperatorService {
  /** The name of the command that holds the store. */
  readonly command: string;
  readonly routes: readonly OperatorRoute[];
}

const TOKEN_BYTES = 32;
const MAX_CONNECTIONS = 16;

/**
 * Listens on loopback for the commands of operators of this machine, and says where in a file that only this user can
 * read. Ends with the shutdown, and commands under way with it.
 */
export async function startOperator(host: OperatorHost, service: OperatorService): Promise<void> {
  const { settings, clock, shutdown, logger } = host;
  const dataDir = settings.DATA_DIR;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const about = {
    pid: process.pid,
    command: service.command,
    started_at: new Date(clock.now()).toISOString(),
  };
  const handler = new OperatorHandler({ ...host, routes: service.routes, token, about });
  const server = createServer((request, response) => void handler.handle(request, response));
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  shutdown.onClose('the operator API', async () => {
    await removeOperatorFile(dataDir, token);
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
  await writeOperatorFile(dataDir, { url: `http://127.0.0.1:${port}`, token, ...about });
  logger.debug({ port }, 'the operator API listens');
}

interface HandlerOptions extends Pick<OperatorHost, 'logger' | 'shutdown'> {
  readonly routes: readonly OperatorRoute[];
  readonly token: string;
  readonly about: z.output<typeof aboutOperator>;
}

class OperatorHandler {
  readonly #options: HandlerOptions;
  readonly #routes: ReadonlyMap<string, OperatorRoute>;
  readonly #token: Buffer;

  constructor(options: HandlerOptions) {
    this.#options = options;
    this.#routes = new Map(options.routes.map((route) => [route.name, route]));
    this.#token = digest(options.token);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#answer(request, response);
    } catch (error) {
      this.#options.logger.warn({ err: error }, 'an operator request failed');
      response.destroy();
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.#authorized(request)) return refuse(response, 401, 'the token is not the one of this process');
    const path = request.url ?? '';
    if (request.method === 'GET' && path === OPERATOR_PATH) return json(response, 200, this.#options.about);
    const name = path.startsWith(OPERATOR_PATH) ? path.slice(OPERATOR_PATH.length) : '';
    const route = this.#routes.get(name);
    if (request.method !== 'POST' || !route) return refuse(response, 404, `no such command: ${name}`);
    const input = await readBody(request);
    if (!input) return refuse(response, 400, 'the input is not JSON, or longer than 1 MiB');
    const parsed = route.parse(input.value);
    if ('refusal' in parsed) return refuse(response, 400, parsed.refusal);
    const { logger, shutdown } = this.#options;
    logger.info({ command: name }, 'an operator command began');
    await answerLines(response, parsed.start, shutdown.signal);
    logger.info({ command: name }, 'an operator command ended');
  }

  #authorized({ headers }: IncomingMessage): boolean {
    const given = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    return timingSafeEqual(digest(given), this.#token);
  }
}

/** Always the same length, so that the comparison reveals nothing. */
function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  json(response, status, { detail });
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const LONGEST_BYTES = 1024 * 1024;

/** The body as JSON; undefined if it is not JSON or too long. */
async function readBody(request: IncomingMessage): Promise<{ readonly value: unknown } | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > LONGEST_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    return { value: JSON.parse(Buffer.concat(chunks).toString('utf8')) };
  } catch {
    return undefined;
  }
}
