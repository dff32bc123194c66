import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import type { Compression } from './compression.ts';
import { MAX_MESSAGE_BYTES } from './transport.ts';

const HEADER_BYTES = 5;
const DECOMPRESS = { zstd: zstdDecompressSync, gzip: gunzipSync } as const;

type OnMessage = (bytes: Buffer, start: number, end: number) => void;

/**
 * Splits the body of a gRPC response into messages without copying those that arrived in one piece: the message
 * is a range of the chunk itself.
 */
export class FrameReader {
  readonly #onMessage: OnMessage;
  /** A message, header included, that began in an earlier chunk. */
  #carried: Buffer = Buffer.alloc(64 * 1024);
  #carriedLength = 0;
  /** The rest of the chunk in which the reader was stopped. */
  #rest: Buffer | undefined;
  #stopped = false;
  /** How messages that are flagged as compressed are compressed; none may be before the server has said how. */
  encoding: Compression | undefined;

  constructor(onMessage: OnMessage) {
    this.#onMessage = onMessage;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** Stops after the current message. */
  stop(): void {
    this.#stopped = true;
  }

  /** Continues with the rest; returns the same as `push`. */
  start(): string | undefined {
    this.#stopped = false;
    const rest = this.#rest;
    this.#rest = undefined;
    return rest && this.push(rest);
  }

  /** Delivers every message that `chunk` completes; returns text if the stream cannot be read any further. */
  push(chunk: Buffer): string | undefined {
    if (this.#stopped) {
      this.#rest = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
      return undefined;
    }
    let at = 0;
    if (this.#carriedLength > 0) {
      const taken = this.#complete(chunk);
      if (typeof taken === 'string') return taken;
      at = taken;
    }
    return this.#readInPlace(chunk, at);
  }

  #readInPlace(chunk: Buffer, from: number): string | undefined {
    let at = from;
    while (!this.#stopped && at + HEADER_BYTES <= chunk.length) {
      const end = at + HEADER_BYTES + chunk.readUInt32BE(at + 1);
      const fault = faultOf(chunk, at, this.encoding);
      if (fault) return fault;
      if (end > chunk.length) break;
      const start = at;
      at = end;
      const undecodable = this.#deliver(chunk, start, end);
      if (undecodable) return undecodable;
    }
    if (at === chunk.length) return undefined;
    if (this.#stopped) this.#rest = chunk.subarray(at);
    else this.#carry(chunk, at, chunk.length);
    return undefined;
  }

  /** Fills the carried message from the start of `chunk`; returns the number of bytes used. */
  #complete(chunk: Buffer): number | string {
    let taken = 0;
    if (this.#carriedLength < HEADER_BYTES) {
      taken = Math.min(HEADER_BYTES - this.#carriedLength, chunk.length);
      this.#carry(chunk, 0, taken);
      if (this.#carriedLength < HEADER_BYTES) return taken;
    }
    const fault = faultOf(this.#carried, 0, this.encoding);
    if (fault) return fault;
    const total = HEADER_BYTES + this.#carried.readUInt32BE(1);
    const end = Math.min(taken + total - this.#carriedLength, chunk.length);
    this.#carry(chunk, taken, end);
    if (this.#carriedLength < total) return end;
    this.#carriedLength = 0;
    return this.#deliver(this.#carried, 0, total) ?? end;
  }

  /** Hands out the message whose header is at `at`. */
  #deliver(bytes: Buffer, at: number, end: number): string | undefined {
    const start = at + HEADER_BYTES;
    if (bytes[at] === 0 || this.encoding === undefined) {
      this.#onMessage(bytes, start, end);
      return undefined;
    }
    const message = decompressed(bytes.subarray(start, end), this.encoding);
    if (message === undefined) return `a message that is not valid ${this.encoding}, or too long`;
    this.#onMessage(message, 0, message.length);
    return undefined;
  }

  #carry(chunk: Buffer, from: number, to: number): void {
    const length = this.#carriedLength + (to - from);
    if (length > this.#carried.length) {
      // Doubling, because the announced length may be false until the bytes are here.
      const grown = Buffer.allocUnsafe(Math.max(length, this.#carried.length * 2));
      this.#carried.copy(grown, 0, 0, this.#carriedLength);
      this.#carried = grown;
    }
    chunk.copy(this.#carried, this.#carriedLength, from, to);
    this.#carriedLength = length;
  }
}

function faultOf(bytes: Buffer, at: number, encoding: Compression | undefined): string | undefined {
  const flag = bytes[at] ?? 0;
  if (flag > 1 || (flag === 1 && encoding === undefined))
    return 'a compressed message without an encoding that was asked for';
  const length = bytes.readUInt32BE(at + 1);
  return length > MAX_MESSAGE_BYTES
    ? `a message of ${length} bytes; the limit is ${MAX_MESSAGE_BYTES}`
    : undefined;
}

/** The whole message, or undefined if it is not valid or longer than a message may be. */
function decompressed(bytes: Uint8Array, encoding: Compression): Buffer | undefined {
  try {
    return DECOMPRESS[encoding](bytes, { maxOutputLength: MAX_MESSAGE_BYTES });
  } catch {
    return undefined;
  }
}
