import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import type { McpUnderTest } from './support/mcp-under-test.ts';
import { openSurface, type SurfaceUnderTest } from './support/surface-under-test.ts';

const SSE = { accept: 'text/event-stream' };

/** A GET stream, read as it comes. Not by `fetch`, which keeps spare connections that a server has to wait for. */
class ReadStream {
  text = '';
  ended = false;
  readonly opened: Promise<IncomingMessage>;
  readonly #request: ClientRequest;

  constructor(url: string, headers: Record<string, string>) {
    this.#request = get(url, { headers: { ...SSE, ...headers }, agent: false });
    this.opened = new Promise((resolve, reject) => {
      this.#request.once('response', resolve).once('error', reject);
    });
    void this.#read();
  }

  get status(): Promise<number | undefined> {
    return this.opened.then(({ statusCode }) => statusCode);
  }

  abort(): void {
    this.#request.destroy();
  }

  async #read(): Promise<void> {
    try {
      for await (const chunk of await this.opened) this.text += String(chunk);
    } catch {
      // Aborted by the test, or cut by the server.
    }
    this.ended = true;
  }
}

describe('the GET stream of a session', () => {
  let under: SurfaceUnderTest;
  let mcp: McpUnderTest;
  const open = async (heartbeatMs = 60_000) => {
    under = await openSurface([], { limits: { heartbeatMs } });
    mcp = under.mcp;
  };
  afterEach(async () => {
    await under[Symbol.asyncDispose]();
  });

  test('opens at once, is never cached, and beats', async () => {
    await open(5);
    const stream = new ReadStream(mcp.url, await mcp.initialize());

    const { statusCode, headers } = await stream.opened;
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Mcp-Session-Id',
    });
    await waitFor(() => stream.text.startsWith(': keep-alive\n\n: keep-alive\n\n'), { what: 'two beats' });
    stream.abort();
  });

  test('is one a session: a second is 409, until the first has ended', async () => {
    await open();
    const session = await mcp.initialize();
    const first = new ReadStream(mcp.url, session);
    await first.opened;

    expect((await mcp.request('GET', { ...session, ...SSE })).status).toBe(409);
    expect(await new ReadStream(mcp.url, await mcp.initialize()).status).toBe(200);

    first.abort();
    await untilOpened(session);
  });

  test('ends with its session', async () => {
    await open();
    const session = await mcp.initialize();
    const stream = new ReadStream(mcp.url, session);
    await stream.opened;

    await mcp.request('DELETE', session);

    await waitFor(() => stream.ended, { what: 'the stream to end' });
    expect(stream.text).toBe('');
  });

  test('ends when the server shuts down, which does not wait for it', async () => {
    await open();
    const stream = new ReadStream(mcp.url, await mcp.initialize());
    await stream.opened;

    await under[Symbol.asyncDispose]();

    await waitFor(() => stream.ended, { what: 'the stream to end' });
    expect(stream.text).toBe('');
  });

  test('replays nothing, whatever Last-Event-ID says', async () => {
    await open(5);
    const owner = await mcp.initialize();
    const other = await mcp.initialize();

    for (const id of ['1', owner['mcp-session-id'] ?? '', '__proto__', 'x'.repeat(4000)]) {
      const stream = await untilOpened({ ...other, 'last-event-id': id });
      await waitFor(() => stream.text.length > 0, { what: 'a beat' });
      expect(stream.text.replaceAll(': keep-alive\n\n', '')).toBe('');
      stream.abort();
    }
  });

  test('is not given to a client that wants something else', async () => {
    await open();

    const reply = await mcp.request('GET', { ...(await mcp.initialize()), accept: 'application/json' });
    expect(reply).toMatchObject({ status: 406, json: { error: { data: { code: 'mcp_not_acceptable' } } } });
  });

  /** Opens a stream once the one before it was noticed to be gone. */
  async function untilOpened(headers: Record<string, string>): Promise<ReadStream> {
    for (;;) {
      const stream = new ReadStream(mcp.url, headers);
      if ((await stream.status) === 200) return stream;
    }
  }
});
