/** How a raw stream ended, before anyone asks what that means. */
export type RawEnd =
  | { readonly kind: 'status'; readonly code: number; readonly message: string }
  /** No connection, or one that broke without a gRPC status. */
  | { readonly kind: 'lost'; readonly detail: string }
  /** The other side does not speak the protocol as it must. */
  | { readonly kind: 'refused'; readonly detail: string };

export interface RawHandlers {
  /** One whole message in `[start, end)` of `bytes`, to be read during the call only. */
  message(bytes: Buffer, start: number, end: number): void;
  /**
   * Called at most once, after the last message, never during `open` and never after `cancel`. When the server ends
   * with an error, a transport may have dropped what was unread, but only from the end.
   */
  end(end: RawEnd): void;
}

export interface RawStream {
  write(request: Uint8Array): void;
  /** No message is delivered after this until `resume`, not even one that has already arrived. */
  pause(): void;
  resume(): void;
  /** Gives the stream and its connection up. Safe to call more than once, and from inside `message`. */
  cancel(): void;
}

export interface Endpoint {
  readonly url: URL;
  readonly xToken: string | undefined;
  /** PEM of the authority to trust instead of the system's. */
  readonly certificateAuthority: string | undefined;
}

/** One way to carry the Subscribe stream. Each stream has a connection of its own. */
export interface Transport {
  readonly name: string;
  open(handlers: RawHandlers, request: Uint8Array): RawStream;
}

export const SUBSCRIBE_PATH = '/geyser.Geyser/Subscribe';

/** Largest update taken. A Solana account holds at most 10 MiB of data. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/**
 * How much a server may send ahead of us, per stream: enough for 80 MB/s over 50 ms, and the bound of what a
 * paused stream holds in memory.
 */
export const WINDOW_BYTES = 4 * 1024 * 1024;
