import type { IncomingHttpHeaders } from 'node:http';
import { constants, gzipSync } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';

/** What is smaller fits into one packet anyway. */
const SMALLEST_BYTES = 1400;

/** The body of an answer that is the same for everybody: its bytes, and compressed ones once somebody takes them. */
export class AnswerBody {
  readonly plain: Buffer;
  #gzipped: Buffer | undefined;

  /** @param gzipped For a body so large that compressing it would hold up others */
  constructor(plain: Buffer, gzipped?: Buffer) {
    this.plain = plain;
    this.#gzipped = gzipped;
  }

  /** What to send to a client with these headers, which decide between the encodings (`Vary: Accept-Encoding`). */
  encodedFor({ 'accept-encoding': accepted = '' }: IncomingHttpHeaders): EncodedBody {
    const { plain } = this;
    const isZipped = plain.length >= SMALLEST_BYTES && negotiate(String(accepted), ['gzip']) === 'gzip';
    if (!isZipped) return { bytes: plain, headers: { 'content-length': plain.length } };
    this.#gzipped ??= gzipSync(plain, { level: constants.Z_BEST_SPEED });
    const bytes = this.#gzipped;
    return { bytes, headers: { 'content-encoding': 'gzip', 'content-length': bytes.length } };
  }

  /** Bytes that it occupies at most. */
  get size(): number {
    return 2 * this.plain.length;
  }
}

interface EncodedBody {
  readonly bytes: Buffer;
  readonly headers: { readonly 'content-length': number; readonly 'content-encoding'?: 'gzip' };
}
