import type { Compression } from './compression.ts';

/** How a raw stream ended, uninterpreted. */
export type RawEnd =
  | { readonly kind: 'status'; readonly code: number; readonly message: string }
  /** No connection, or one that broke without a gRPC status. */
  | { readonly kind: 'lost'; readonly detail: string }
  /** The other side violates the protocol. */
  | { readonly kind: 'refused'; readonly detail: string };

export interface RawHandlers {
  /** One whole message in `[start, end)` of `bytes`, valid only during the call. */
  message(bytes: Buffer, start: number, end: number): void;
  /**
   * Called at most once, after the last message, never during `open` and never after `cancel`. If the server ends
   * with an error, a transport may have dropped unread messages, but only from the end.
   */
  end(end: RawEnd): void;
}

export interface RawStream {
  write(request: Uint8Array): void;
  /** No message is delivered after this until `resume`, not even one that has already arrived. */
  pause(): void;
  resume(): void;
  /** Closes the stream and its connection. Safe to call more than once, and from inside `message`. */
  cancel(): void;
}

export interface Endpoint {
  readonly url: URL;
  readonly xToken: string | undefined;
  /** Whether messages should be compressed. */
  readonly compression: Compression | 'none';
  /** PEM of the certificate authority to trust instead of the system's. */
  readonly certificateAuthority: string | undefined;
}

/** One way to carry the Subscribe stream. Each stream has its own connection. */
export interface Transport {
  readonly name: string;
  open(handlers: RawHandlers, request: Uint8Array): RawStream;
}

export const SUBSCRIBE_PATH = '/geyser.Geyser/Subscribe';

/** Largest accepted update. A Solana account has at most 10 MiB of data. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * How much a server may send ahead, per stream: enough for 80 MB/s over 50 ms, and the most that a paused stream
 * keeps in memory.
 */
export const WINDOW_BYTES = 4 * 1024 * 1024;
