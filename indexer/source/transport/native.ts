import type { DuplexStream } from '@triton-one/yellowstone-grpc/napi';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { EMPTY_REQUEST, PING_REQUEST } from '../request.ts';
import { rawEndOf } from './native-status.ts';
import {
  type Endpoint,
  MAX_MESSAGE_BYTES,
  type RawHandlers,
  type RawStream,
  type Transport,
} from './transport.ts';

/**
 * The official client, with its own reconnect off: that may drop updates that share a slot, key and signature,
 * and silently continues after a lost range.
 */
export function nativeTransport(endpoint: Endpoint): Transport {
  return { name: 'native', open: (handlers, request) => new NativeStream(endpoint, handlers, request) };
}

class NativeStream implements RawStream {
  readonly #handlers: RawHandlers;
  readonly #unsent: Uint8Array[] = [];
  #stream: DuplexStream | undefined;
  #resumed: PromiseWithResolvers<void> | undefined;
  #over = false;

  constructor(endpoint: Endpoint, handlers: RawHandlers, request: Uint8Array) {
    this.#handlers = handlers;
    this.#run(endpoint, request).then(
      () => this.#end(undefined),
      (error: unknown) => this.#end(error),
    );
  }

  write(request: Uint8Array): void {
    if (this.#over) return;
    if (this.#stream) this.#send(this.#stream, request);
    else this.#unsent.push(request);
  }

  pause(): void {
    this.#resumed ??= Promise.withResolvers();
  }

  resume(): void {
    this.#resumed?.resolve();
    this.#resumed = undefined;
  }

  cancel(): void {
    this.#over = true;
    this.resume();
    if (this.#stream) takeLeave(this.#stream);
    this.#stream = undefined;
  }

  async #run(endpoint: Endpoint, request: Uint8Array): Promise<void> {
    const stream = await open(endpoint, request);
    if (this.#over) {
      takeLeave(stream);
      return;
    }
    this.#stream = stream;
    for (const waiting of this.#unsent.splice(0)) this.#send(stream, waiting);
    await this.#readAll(stream);
  }

  /** One read at a time: concurrent reads return out of order. */
  async #readAll(stream: DuplexStream): Promise<void> {
    while (!this.#over) {
      const message = await stream.read();
      if (!message) return;
      while (this.#resumed) await this.#resumed.promise;
      if (!this.#over) this.#handlers.message(message, 0, message.length);
    }
  }

  #send(stream: DuplexStream, request: Uint8Array): void {
    // A failed write appears in the pending read, with the reason.
    stream.writeRaw(Buffer.from(request)).catch(() => undefined);
  }

  #end(error: unknown): void {
    if (this.#over) return;
    this.cancel();
    this.#handlers.end(rawEndOf(error));
  }
}

/**
 * The native `close` only ends our half, and the connection closes when its objects are collected. Until then,
 * request nothing from the server except one answer, which completes a pending read: that read would keep the
 * process alive.
 */
function takeLeave(stream: DuplexStream): void {
  Promise.all([EMPTY_REQUEST, PING_REQUEST].map((request) => stream.writeRaw(Buffer.from(request)))).then(
    () => stream.close(),
    () => stream.close(),
  );
}

/** A separate client for every stream: a second stream on one client can starve behind the first. */
async function open({ url, xToken }: Endpoint, request: Uint8Array): Promise<DuplexStream> {
  const { GrpcClient } = await loadNative();
  const client = await GrpcClient.new(
    url.origin,
    xToken,
    { grpcMaxDecodingMessageSize: MAX_MESSAGE_BYTES },
    { enabled: false },
  );
  return client.subscribe(Buffer.from(request));
}

/** Loaded on use, because the native part does not exist for every platform. */
async function loadNative(): Promise<typeof import('@triton-one/yellowstone-grpc/napi')> {
  try {
    return await import('@triton-one/yellowstone-grpc/napi');
  } catch (cause) {
    const platform = `${process.platform} ${process.arch}`;
    throw new LaunchlensError('TRANSPORT_UNAVAILABLE', { transport: 'native', platform }, cause);
  }
}
