import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { CALLED, type Contender } from './contenders.ts';

const SECONDS = 2;
const CONNECTIONS = 10;
const AUTOCANNON = createRequire(import.meta.url).resolve('autocannon');
const INITIALIZE = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

export const REQUESTS = {
  list: { method: 'tools/list', params: {} },
  call: { method: 'tools/call', params: { name: CALLED, arguments: { launch_id: '7' } } },
} as const;
export type Request = keyof typeof REQUESTS;

const loaded = z.object({
  requests: z.object({ average: z.number() }),
  errors: z.literal(0),
  non2xx: z.literal(0),
});

/** A contender's process, and what the benchmark asks of it. */
export class ServerProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #url: string;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#url = `http://127.0.0.1:${port}/mcp`;
  }

  static async start(contender: Contender): Promise<ServerProcess> {
    const execArgv = [...process.execArgv, '--expose-gc'];
    const child = fork(join(import.meta.dirname, 'server.ts'), [contender], { execArgv });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new ServerProcess(child, port);
  }

  async heapBytes(): Promise<number> {
    this.#child.send('heap');
    const [{ heapBytes }] = (await once(this.#child, 'message')) as [{ heapBytes: number }];
    return heapBytes;
  }

  /** Opens a session. Gives the headers of its requests. */
  async initialize(): Promise<Record<string, string>> {
    const response = await this.#post({ id: 0, method: 'initialize', params: INITIALIZE }, {});
    await response.text();
    const id = response.headers.get('mcp-session-id') ?? '';
    return { 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18' };
  }

  /** The result of one request, whether it came as JSON or as an event. */
  async ask(request: Request): Promise<unknown> {
    const response = await this.#post({ id: 1, ...REQUESTS[request] }, await this.initialize());
    const text = await response.text();
    return JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? 'null')).result;
  }

  async requestsPerSecond(request: Request): Promise<number> {
    const headers = { ...HEADERS, ...(await this.initialize()) };
    // Every request in flight needs an id of its own.
    const body = JSON.stringify({ jsonrpc: '2.0', id: '[<id>]', ...REQUESTS[request] });
    const { stdout } = await promisify(execFile)(process.execPath, [
      AUTOCANNON,
      ...['--json', '--idReplacement', '--method', 'POST', '--body', body],
      ...['--connections', String(CONNECTIONS), '--duration', String(SECONDS)],
      ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
      this.#url,
    ]);
    return loaded.parse(JSON.parse(stdout)).requests.average;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill();
    await exited;
  }

  #post(message: object, session: Record<string, string>): Promise<Response> {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    return fetch(this.#url, { method: 'POST', headers: { ...HEADERS, ...session }, body });
  }
}

const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
