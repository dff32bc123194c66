import { connect } from 'node:net';

/** One request as bytes: nothing of it is repaired on the way, as HTTP clients do. */
export interface RawRequest {
  readonly method: string;
  /** Path and query, a byte for each character. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

/** No request takes as long, however busy the machine is. */
const SILENCE_MS = 60_000;

/** Sends a request over a connection of its own. A stream of events is left once its head is there. */
export function ask(port: number, request: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let text = '';
    let headEnded = false;
    const socket = connect(port, '127.0.0.1', () => socket.write(bytesOf(request, port)));
    const finish = (): void => {
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
      if (status > 0) resolve({ status, text });
      else reject(new Error(`the connection ended without an answer: ${JSON.stringify(text)}`));
      socket.destroy();
    };
    socket.setEncoding('latin1');
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk: string) => {
      text += chunk;
      // Searching a page of nine megabytes again at each chunk takes over a second.
      if (headEnded) return;
      headEnded = text.includes('\r\n\r\n');
      if (/^content-type: text\/event-stream/im.test(text)) finish();
    });
    socket.once('end', finish);
    socket.once('error', reject);
  });
}

function bytesOf({ method, target, headers, body }: RawRequest, port: number): Buffer {
  const payload = body === undefined ? undefined : Buffer.from(body);
  const all = {
    host: `127.0.0.1:${port}`,
    connection: 'close',
    ...(payload && { 'content-length': `${payload.length}` }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return payload ? Buffer.concat([head, payload]) : head;
}
