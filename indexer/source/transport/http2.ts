import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2';
import { isUntrusted, untrusted } from './certificate.ts';
import { COMPRESSIONS } from './compression.ts';
import { FrameReader } from './frame-reader.ts';
import {
  type Endpoint,
  type RawEnd,
  type RawHandlers,
  type RawStream,
  SUBSCRIBE_PATH,
  type Transport,
  WINDOW_BYTES,
} from './transport.ts';

/** gRPC over `node:http2`, read in place: the fastest transport, with nothing between the socket and the scanner. */
export function http2Transport(endpoint: Endpoint): Transport {
  return { name: 'http2', open: (handlers, request) => new Http2Stream(endpoint, handlers, request) };
}

class Http2Stream implements RawStream {
  readonly #handlers: RawHandlers;
  readonly #session: ClientHttp2Session;
  readonly #stream: ClientHttp2Stream;
  readonly #frames: FrameReader;
  readonly #asked: Endpoint['compression'];
  #status: RawEnd | undefined;
  #failure = '';
  #over = false;

  constructor(endpoint: Endpoint, handlers: RawHandlers, request: Uint8Array) {
    this.#handlers = handlers;
    this.#asked = endpoint.compression;
    this.#frames = new FrameReader((bytes, start, end) => handlers.message(bytes, start, end));
    this.#session = connect(endpoint.url.origin, {
      settings: { initialWindowSize: WINDOW_BYTES, enablePush: false },
      ...(endpoint.certificateAuthority !== undefined && { ca: endpoint.certificateAuthority }),
    });
    this.#session.once('connect', () => {
      // A stream cancelled during connecting is still reported as connected, and throws.
      if (!this.#session.destroyed) this.#session.setLocalWindowSize(WINDOW_BYTES);
    });
    this.#session.on('error', (error) => this.#fail(error));
    this.#session.once('close', () => this.#finish());
    this.#stream = this.#session.request(requestHeaders(endpoint));
    this.#follow(this.#stream);
    this.write(request);
  }

  write(request: Uint8Array): void {
    if (!this.#over && this.#stream.writable) this.#stream.write(framed(request));
  }

  pause(): void {
    this.#frames.stop();
    this.#stream.pause();
  }

  resume(): void {
    if (this.#over) return;
    this.#take(this.#frames.start());
    // The rest of a chunk may have asked for another pause.
    if (!this.#over && !this.#frames.stopped) this.#stream.resume();
  }

  cancel(): void {
    this.#over = true;
    this.#frames.stop();
    this.#session.destroy();
  }

  #follow(stream: ClientHttp2Stream): void {
    stream.on('response', (headers) => this.#heads(headers));
    stream.on('trailers', (headers) => {
      this.#status ??= statusOf(headers);
    });
    stream.on('data', (chunk: Buffer) => {
      if (!this.#over) this.#take(this.#frames.push(chunk));
    });
    // Our half stays open, so the stream does not close when the server is done.
    stream.once('end', () => this.#finish());
    stream.on('error', (error) => this.#fail(error));
    stream.once('close', () => this.#finish());
  }

  #heads(headers: IncomingHttpHeaders): void {
    const status = Number(headers[':status']);
    const type = headers['content-type'] ?? '';
    if (status === 200 && type.startsWith('application/grpc')) {
      // A call refused before its first message has its status here and no trailers.
      this.#status = statusOf(headers);
      const encoding = headers['grpc-encoding'];
      this.#frames.encoding = COMPRESSIONS.find((name) => name === encoding && name === this.#asked);
      return;
    }
    const detail = `HTTP ${status}${type && ` (${type})`} instead of gRPC`;
    this.#status = { kind: status === 429 || status >= 500 ? 'lost' : 'refused', detail };
    this.#finish();
  }

  #take(fault: string | undefined): void {
    if (fault === undefined) return;
    this.#status = { kind: 'refused', detail: fault };
    this.#finish();
  }

  #fail(error: Error): void {
    // A stream that is cancelled because its connection failed names that error as its cause.
    const { message, code }: NodeJS.ErrnoException = error.cause instanceof Error ? error.cause : error;
    if (isUntrusted(code)) this.#status = { kind: 'refused', detail: untrusted(message) };
    this.#failure ||= message;
    if (this.#session.destroyed || this.#session.closed) this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    this.cancel();
    const detail = this.#failure || 'the connection was closed without a status';
    const end = this.#status ?? { kind: 'lost', detail };
    // Never from inside `open`, whose caller does not have the stream yet.
    setImmediate(() => this.#handlers.end(end));
  }
}

function requestHeaders({ xToken, compression }: Endpoint): OutgoingHttpHeaders {
  return {
    ':method': 'POST',
    ':path': SUBSCRIBE_PATH,
    'content-type': 'application/grpc',
    te: 'trailers',
    'grpc-accept-encoding': compression === 'none' ? 'identity' : `${compression},identity`,
    'user-agent': 'launchlens',
    ...(xToken !== undefined && { 'x-token': xToken }),
  };
}

function statusOf(headers: IncomingHttpHeaders): RawEnd | undefined {
  const code = headers['grpc-status'];
  if (typeof code !== 'string') return undefined;
  const message = headers['grpc-message'];
  return { kind: 'status', code: Number(code), message: percentDecoded(String(message ?? '')) };
}

/** Servers must percent-encode `grpc-message`; malformed text is used unchanged. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(5 + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, 5);
  return frame;
}
