import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { MAX_MESSAGE_BYTES } from './transport.ts';

/** Names of gRPC message encodings that a Yellowstone server sends. */
export const COMPRESSIONS = ['zstd', 'gzip'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

const DECOMPRESS = { zstd: zstdDecompressSync, gzip: gunzipSync } as const;

/** The whole message, or undefined if it is not valid or longer than a message may be. */
export function decompressed(bytes: Uint8Array, encoding: Compression): Buffer | undefined {
  try {
    return DECOMPRESS[encoding](bytes, { maxOutputLength: MAX_MESSAGE_BYTES });
  } catch {
    return undefined;
  }
}
